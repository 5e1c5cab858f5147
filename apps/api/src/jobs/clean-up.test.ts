import { askForErasure } from '@postern/contract/customer-data';
import { authenticatePurchase } from '@postern/contract/purchase';
import { listSignIns } from '@postern/contract/sign-in-history';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DEFAULT_RETENTION, type Retention } from '../config/retention-config.ts';
import { rowsOf } from '../db/client.ts';
import { audit, partnerAudit } from '../db/tables.ts';
import { eraseCustomers } from '../features/customer-data/erase-customers.ts';
import { newId } from '../runtime/ids.ts';
import { aCustomerWithDomain, aPurchaseLink, openLink } from '../testing/builders.ts';
import { cleanUp } from '../testing/clean-up.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = useTestApp({ webhooks: false });
const DAY_MILLIS = 86_400_000;

const cleanUpWith = (keep: Partial<Retention> = {}) =>
  cleanUp({ ...app.deps, keep: { ...DEFAULT_RETENTION, ...keep } });
const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * DAY_MILLIS);

test('the audit of customers and partners is kept for as long as the operator says, and not a day longer', async () => {
  const { customerId } = await aCustomerWithDomain(app);
  const { partnerId } = app.partner;
  const facts = { actor: 'x', action: 'x.done', attrs: {} };
  for (const days of [99, 101]) {
    const at = daysAgo(days);
    await app.deps.db.asSystem(async (tx) => {
      await tx.insert(audit).values({ ...facts, customerId, auditId: newId(at), target: String(days), at });
      await tx.insert(partnerAudit).values({ ...facts, partnerId, auditId: newId(at), at });
    });
  }
  await cleanUpWith({ auditDays: 100 });
  const [ofCustomer, ofPartner] = await app.deps.db.asSystem(async (tx) => [
    await tx.select().from(audit).where(eq(audit.action, 'x.done')),
    await tx.select().from(partnerAudit).where(eq(partnerAudit.action, 'x.done')),
  ]);
  expect(ofCustomer.map(({ target }) => target)).toEqual(['99']);
  expect(ofPartner).toHaveLength(1);
});

test('sign-ins are kept for as long as the operator says, and the answer tells the panel', async () => {
  const { token } = await aCustomerWithDomain(app);
  expect(await app.must(listSignIns, {}, { token })).toMatchObject({
    keptDays: 90,
    signIns: [{ outcome: 'accepted' }],
  });
  await app.deps.db.asSystem((tx) => tx.execute(sql`update sign_in_record set last_at = ${daysAgo(6).toISOString()}`));
  await cleanUpWith({ signInsDays: 7 });
  expect((await app.must(listSignIns, {}, { token })).signIns).toHaveLength(1);
  await cleanUpWith({ signInsDays: 5 });
  expect((await app.must(listSignIns, {}, { token })).signIns).toHaveLength(0);
});

test('a purchase that came to nothing is deleted, one that was paid stays, and a link that can still be opened keeps its purchase', async () => {
  const paid = await aCustomerWithDomain(app);
  const open = await aPurchaseLink(app, { expiresInSeconds: 3_600 });
  await openLink(app, open);
  const left = async () =>
    (
      await rowsOf<{ domain: string }>(app.deps.db.global, sql`select claims->>'domainName' as domain from purchase`)
    ).map(({ domain }) => domain);
  await app.deps.db.global.execute(sql`update purchase set updated_at = ${daysAgo(91).toISOString()}`);
  await cleanUpWith();
  expect(await left()).toEqual(expect.arrayContaining([paid.domain, open.domain]));
  app.clock.advance({ hours: 2 });
  await cleanUpWith();
  expect(await left()).toContain(paid.domain);
  expect(await left()).not.toContain(open.domain);
  const { jwt, partnerId } = open;
  expect(await app.refusal(authenticatePurchase, { jwt, partnerId })).toBe('INVALID_JWT');
});

test('what the books keep of an erased customer goes after the years that the operator says; a customer keeps it', async () => {
  const [gone, customer] = [await aCustomerWithDomain(app), await aCustomerWithDomain(app)];
  await app.must(askForErasure, { confirmation: gone.email }, { token: gone.token });
  await eraseCustomers(app.deps);
  app.clock.advance({ days: 15 });
  await eraseCustomers(app.deps);
  app.clock.advance({ minutes: 2 });
  // A zone that is being published at this moment is taken away by a later sweep.
  const stateAfterASweep = async () => {
    await eraseCustomers(app.deps);
    const state = sql`select state from customer_erasure where customer_id = ${gone.customerId}`;
    return (await app.deps.db.asSystem((tx) => rowsOf<{ state: string }>(tx, state)))[0]?.state;
  };
  await expect.poll(stateAfterASweep).toBe('finished');
  const booksOf = async ({ customerId }: { customerId: string }) =>
    (
      await app.deps.db.asSystem((tx) =>
        rowsOf(
          tx,
          sql`select 1 from purchase where customer_id = ${customerId} union all select 1 from plan_order where customer_id = ${customerId}
            union all select 1 from ledger_entry where customer_id = ${customerId}`,
        ),
      )
    ).length;
  app.clock.advance({ days: 364 });
  await cleanUpWith({ booksYears: 1 });
  expect(await booksOf(gone)).toBe(3);
  app.clock.advance({ days: 3 });
  await cleanUpWith({ booksYears: 1 });
  expect(await booksOf(gone)).toBe(0);
  expect(await booksOf(customer)).toBe(3);
});

test('finished jobs, which name people, are deleted after the days that the operator says', async () => {
  await aCustomerWithDomain(app);
  const rows = await rowsOf<{ seconds: number }>(
    app.deps.db.global,
    sql`select distinct deletion_seconds as seconds from pgboss.job where name = 'send-mail'`,
  );
  expect(rows).toEqual([{ seconds: DEFAULT_RETENTION.jobsDays * 86_400 }]);
});
