import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rowsOf } from '../../db/client.ts';
import { aCustomerWithDomain } from '../../testing/builders.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { checkBooks } from './check-books.ts';
import { reconcileAgain, reconcileNightly } from './reconcile-nightly.ts';

const app = useTestApp({ webhooks: false });
const second = useTestApp({ beside: app });

const system = <T>(work: ReturnType<typeof sql>) => app.deps.db.asSystem((tx) => rowsOf<T>(tx, work));
type Run = { from: string; until: string; found: number | null };
const runs = () =>
  system<Run>(
    sql`select "from"::text, until::text, jsonb_array_length(differences)::int as found from reconcile_run order by until`,
  );
const day = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
/** A gateway that counts how often it is asked about a charge. */
function counting() {
  let asked = 0;
  const readIntent: typeof app.deps.gateway.readIntent = (id) => {
    asked += 1;
    return app.deps.gateway.readIntent(id);
  };
  return { gateway: { ...app.deps.gateway, readIntent }, asked: () => asked };
}

test('each night compares the days that are over once, however many processes run, including days on which nothing ran [BIL-09]', async () => {
  const start = app.clock.now();
  await aCustomerWithDomain(app, { accounts: 1 });
  app.clock.advance({ days: 1 });
  const { gateway, asked } = counting();
  const night = () => Promise.all([app, second, app, second].map((one) => reconcileNightly({ ...one.deps, gateway })));
  await night();
  await night();
  expect(await runs()).toEqual([{ from: day(-1), until: day(-1), found: 0 }]);
  expect(asked(), 'the gateway is asked by one process').toBe(1);
  expect(await checkBooks(app.deps.db, app.clock)).toMatchObject({ ok: true, detail: `agree until ${day(-1)}` });
  app.clock.advance({ days: 5 });
  expect(await checkBooks(app.deps.db, app.clock), 'nothing compared for five days').toMatchObject({ ok: false });
  await night();
  expect((await runs()).at(-1)).toEqual({ from: day(-5), until: day(-1), found: 0 });
  app.clock.moveTo(start);
});

test('a process that has to end stops asking the gateway, and another one compares at once [BIL-09]', async () => {
  const start = app.clock.now();
  app.clock.advance({ days: 10 });
  for (let each = 0; each < 2; each += 1) await aCustomerWithDomain(app, { accounts: 1 });
  app.clock.advance({ days: 1 });
  const ending = new AbortController();
  const { gateway, asked } = counting();
  const readIntent: typeof gateway.readIntent = (id) => {
    ending.abort();
    return gateway.readIntent(id);
  };
  await reconcileNightly({ ...app.deps, gateway: { ...gateway, readIntent } }, ending.signal);
  expect(asked()).toBe(1);
  expect((await runs()).at(-1)?.found).toBeNull();
  await reconcileNightly(second.deps);
  expect((await runs()).at(-1)).toMatchObject({ until: day(-1), found: 0 });
  app.clock.moveTo(start);
});

test('another process takes over from a killed one after an hour, and differences are reported until they are gone [BIL-09]', async () => {
  const start = app.clock.now();
  app.clock.advance({ days: 20 });
  const customer = await aCustomerWithDomain(app, { accounts: 1 });
  app.clock.advance({ days: 1 });
  const killed = { ...app.deps.gateway, readIntent: () => Promise.reject(new Error('killed')) };
  await expect(reconcileNightly({ ...app.deps, gateway: killed })).rejects.toThrow('killed');
  await reconcileNightly(second.deps);
  expect((await runs()).at(-1)?.found, 'the first may still be at it').toBeNull();
  app.clock.advance({ seconds: 3_700 });
  const wrong = {
    ...app.deps.gateway,
    readIntent: async (id: string) => ({ ...(await app.deps.gateway.readIntent(id)), refundedMinor: 100 }),
  };
  await reconcileNightly({ ...second.deps, gateway: wrong });
  expect((await runs()).at(-1)?.found).toBe(1);
  expect(await checkBooks(app.deps.db, app.clock)).toMatchObject({ ok: false, detail: expect.stringContaining('1') });
  expect(second.logged()).toContain('books and gateway differ');
  expect(await reconcileAgain(app.deps)).toMatchObject({ differences: [] });
  expect(await checkBooks(app.deps.db, app.clock)).toMatchObject({ ok: true });
  expect(customer.customerId).not.toBe('');
  app.clock.moveTo(start);
});
