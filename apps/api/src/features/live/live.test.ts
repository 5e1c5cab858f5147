import { addAlias } from '@postern/contract/aliases';
import { removeCatchAll, setCatchAll } from '@postern/contract/catch-all';
import { createForwarder, deleteForwarder } from '@postern/contract/forwarders';
import { deleteMailbox, suspendMailbox, updateMailbox } from '@postern/contract/mailbox-administration';
import { signOut, switchBundle } from '@postern/contract/session';
import { setSpamFilter } from '@postern/contract/spam-filter';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { publishLive, publishLives } from '../../db/publish-live.ts';
import { aCustomerWithDomain, aMailbox, type TestCustomer } from '../../testing/builders.ts';
import { cleanUp } from '../../testing/clean-up.ts';
import { type HeardEvent, listen, type ListenOptions } from '../../testing/follow-changes.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import { readProblem } from '../../testing/test-client.ts';
import { useTestApp } from '../../testing/use-test-app.ts';

const app = useTestApp({ webhooks: false });
let mine: TestCustomer;
let theirs: TestCustomer;
beforeAll(async () => {
  mine = await aCustomerWithDomain(app, { accounts: 20 });
  theirs = await aCustomerWithDomain(app, { partner: app.otherPartner });
});

const follow = (options: ListenOptions) => listen(app.baseUrl, options);
const isOf = (email: string, change?: string) => (heard: HeardEvent) =>
  heard.data.email === email && (change === undefined || heard.data.change === change);
const bulkNumber = (number: number) => (heard: HeardEvent) => heard.event === 'bulk' && heard.data.number === number;

const usedOf = ({ account }: HeardEvent['data']): unknown => Object(account).quotaUsed;

/** Publishes a numbered event, as bulk jobs, imports and checks do. */
const publish = ({ customerId, bundleId }: TestCustomer, number: number) =>
  app.deps.db.asTenant(customerId, (tx) =>
    publishLive(tx, app.clock, { customerId, bundleId, event: 'bulk', entity: { number } }),
  );

test("an admin's change reaches another browser, with the current state of the mailbox [MBX-01] [MBX-13]", async () => {
  const { token, domain } = mine;
  const other = await follow({ token });
  expect(other.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(other.headers.get('cache-control')).toBe('no-store, no-transform');
  expect(other.headers.get('x-accel-buffering')).toBe('no');
  expect(other.headers.get('content-encoding')).toBeNull();

  const account = await aMailbox(app, mine, 'anna', { displayName: 'Anna Lind' });
  const { email, id } = account;
  expect((await other.until(isOf(email, 'created'))).data).toEqual({
    what: 'mailbox',
    change: 'created',
    email,
    account,
  });
  const { email: second } = await aMailbox(app, mine, 'bert');
  await app.must(addAlias, { alias: 'orders', email, displayName: 'Orders' }, { token });
  const alias = await other.until((heard) => JSON.stringify(heard.data.account ?? null).includes(`orders@${domain}`));
  expect(alias.data).toMatchObject({ what: 'mailbox', change: 'changed', email });
  await app.must(suspendMailbox, { email: second, suspensionType: 'on leave' }, { token });
  const suspended = await other.until(isOf(second, 'changed'));
  expect(suspended.data.account).toMatchObject({ status: 'suspended' });
  expect(JSON.stringify(suspended)).not.toContain('on leave');

  await app.must(createForwarder, { email: `team@${domain}`, recipients: [email] }, { token });
  expect((await other.until(isOf(`team@${domain}`, 'created'))).data).toMatchObject({ what: 'forwarder' });
  await app.must(deleteForwarder, { email: `team@${domain}` }, { token });
  await other.until(isOf(`team@${domain}`, 'deleted'));
  await app.must(setCatchAll, { email }, { token });
  await other.until((heard) => heard.data.what === 'catch-all' && heard.data.email === email);
  await app.must(removeCatchAll, {}, { token });
  await other.until((heard) => heard.data.what === 'catch-all' && heard.data.change === 'deleted');
  await app.must(setSpamFilter, { level: 'off' }, { token });
  await other.until((heard) => heard.data.what === 'spam-filter');
  await app.must(updateMailbox, { accountId: id, userEmail: 'anna@home.test' }, { token });
  await other.until((heard) => JSON.stringify(heard.data).includes('anna@home.test'));
  await app.must(deleteMailbox, { email: second }, { token });
  expect((await other.until(isOf(second, 'deleted'))).data.account).toBeNull();
  other.leave();
});

test("storage reaches an open list as mail arrives, but mail of less than a megabyte more doesn't write an event [MBX-01] [MBX-11]", async () => {
  const { email, id } = await aMailbox(app, mine, 'gwen');
  const { email: last } = await aMailbox(app, mine, 'hugo');
  const list = await follow({ token: mine.token });
  await list.until(isOf(last, 'created'));
  const store = (address: string, bytes: number) =>
    app.deps.db.asSystem((tx) =>
      tx.execute(sql`insert into mail_usage (address, bytes) values (${address}, ${bytes})
        on conflict (address) do update set bytes = excluded.bytes`),
    );
  await store(email, 300);
  const first = await list.until(isOf(email, 'changed'));
  // A short message isn't rounded to nothing.
  expect(first.data.account).toMatchObject({ id, quotaUsed: 0.001 });
  await store(email, 900_000);
  await store(email, 1_000_000);
  await store(email, 3_145_728);
  const grown = await list.until(({ data }) => data.email === email && usedOf(data) === 3);
  expect(grown.data).toMatchObject({ what: 'mailbox', account: { id } });
  await store(email, 0);
  await list.until(({ data }) => data.email === email && data.change === 'changed' && usedOf(data) === 0);
  await store(last, 5_242_880);
  await list.until(isOf(last, 'changed'));
  expect(list.heard.filter(isOf(email, 'changed'))).toHaveLength(3);
  list.leave();
});

test("nobody gets events of another bundle, and a user who isn't an admin only gets those of their own mailbox [API-02] [SUP-01]", async () => {
  const cora = await aMailbox(app, mine, 'cora');
  const dora = await aMailbox(app, mine, 'dora');
  const as = { role: 'accountAdmin' as const, email: cora.email, mailboxId: cora.id };
  const own = await follow({ token: await aSessionAs(app, mine, as) });
  const support = await follow({ token: await aSessionAs(app, mine, { role: 'partnerSupport', email: 's@p.test' }) });
  const stranger = await follow({ token: theirs.token });
  const { token } = mine;
  await app.must(addAlias, { alias: 'dora-too', email: dora.email, displayName: 'D' }, { token });
  await app.must(addAlias, { alias: 'cora-too', email: cora.email, displayName: 'C' }, { token });
  await publish(theirs, 1);
  await own.until((heard) => JSON.stringify(heard).includes('cora-too@'));
  await support.until((heard) => JSON.stringify(heard).includes('dora-too@'));
  await stranger.until(bulkNumber(1));
  expect(own.heard.every(isOf(cora.email))).toBe(true);
  expect(JSON.stringify(stranger.heard)).not.toContain(mine.domain);
  for (const one of [own, support, stranger]) one.leave();

  const foreign = await follow({ token: mine.token, bundleId: theirs.bundleId });
  expect(foreign.status).toBe(404);
  const answers = [
    { headers: {}, code: 'MISSING_CLIENT' },
    { headers: { 'x-auth': 'controlPanel' }, code: 'UNAUTHENTICATED' },
    { headers: { 'x-auth': 'controlPanel', authorization: 'Bearer x' }, code: 'UNAUTHENTICATED' },
  ];
  for (const { headers, code } of answers) {
    const response = await fetch(`${app.baseUrl}/panel/live`, { headers });
    expect(readProblem(response, await response.json()).code).toBe(code);
  }
  expect((await fetch(`${app.baseUrl}/panel/live`, { method: 'HEAD' })).status).toBe(405);
});

test('a client that reconnects with the last id gets what it missed, once and in order, without rolled-back changes [MBX-13]', async () => {
  const { token } = theirs;
  const first = await follow({ token });
  await publish(theirs, 10);
  await first.until(bulkNumber(10));
  const lastEventId = await first.lastId();
  first.leave();
  await first.ended;

  // A transaction that stays open while another one begins and ends would be lost if events were simply numbered.
  const { customerId, bundleId } = theirs;
  const slow = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const late = app.deps.db.asTenant(customerId, async (tx) => {
    await publishLive(tx, app.clock, { customerId, bundleId, event: 'bulk', entity: { number: 11 } });
    begun.resolve();
    await slow.promise;
  });
  await begun.promise;
  await publish(theirs, 12);
  const again = await follow({ token, lastEventId });
  await again.until(bulkNumber(12));
  const between = await again.lastId();
  slow.resolve();
  await late;
  await again.until(bulkNumber(11));
  again.leave();
  const refused = app.deps.db.asTenant(customerId, async (tx) => {
    await publishLive(tx, app.clock, { customerId, bundleId, event: 'bulk', entity: { number: 13 } });
    throw new Error('taken back');
  });
  await expect(refused).rejects.toThrow('taken back');
  await publish(theirs, 14);

  const third = await follow({ token, lastEventId: between });
  await third.until(bulkNumber(14));
  expect(third.heard.map((heard) => heard.data.number)).toEqual([11, 14]);
  third.leave();
  const whole = await follow({ token, lastEventId });
  await whole.until(bulkNumber(14));
  expect(whole.heard).toHaveLength(3);
  expect(new Set(whole.heard.map((heard) => heard.data.number))).toEqual(new Set([11, 12, 14]));
  whole.leave();
});

test('an id that is too old, or not one of ours, makes the client read everything again [MBX-13]', async () => {
  const { token } = theirs;
  const first = await follow({ token });
  const id = await first.lastId();
  first.leave();
  const [seconds = '', server = '', snapshot = ''] = id.split('-');
  const strange = [
    `${Number(seconds) - 3600}-${server}-${snapshot}`,
    `${seconds}-${Number(server) - 1}-${snapshot}`,
    `${seconds}-${server}-9:8:`,
    `${seconds}-${server}-5:9:8,7`,
    `${seconds}-${server}-5:9:,`,
    `${seconds}-${server}-0:0:`,
    `${seconds}-${server}-${'9'.repeat(30)}:${'9'.repeat(30)}:`,
    "1' or '1'='1",
    'x'.repeat(9_000),
  ];
  for (const lastEventId of strange) {
    const back = await follow({ token, lastEventId });
    expect(back.status).toBe(200);
    expect(await back.until(() => true)).toEqual({ event: 'reload', data: {} });
    back.leave();
    await back.ended;
  }
  const present = await follow({ token, lastEventId: id });
  const { customerId, bundleId } = theirs;
  const bulk = { customerId, bundleId, event: 'bulk' } as const;
  const changes = Array.from({ length: 1_001 }, (_, number) => ({ ...bulk, entity: { number } }));
  await app.deps.db.asTenant(customerId, (tx) => publishLives(tx, app.clock, changes));
  await present.until(bulkNumber(1_000));
  present.leave();
  const behind = await follow({ token, lastEventId: id });
  await behind.until((heard) => heard.event === 'reload');
  expect(behind.heard).toHaveLength(1);
  behind.leave();
  app.clock.advance({ seconds: 3_700 });
  await cleanUp(app.deps);
  const fresh = await follow({ token });
  await fresh.lastId();
  expect(fresh.heard).toEqual([]);
  fresh.leave();
});

test('a stream ends with its session, or when the session changes to another bundle, and sends nothing afterwards [ENT-12] [MBX-05] [MBX-07]', async () => {
  const anew = await aCustomerWithDomain(app);
  const first = await aMailbox(app, anew, 'first');
  const eve = await aMailbox(app, anew, 'eve', { isAdmin: true });
  const as = { email: eve.email, mailboxId: eve.id };
  const tokens = {
    demoted: await aSessionAs(app, anew, { role: 'domainAdmin', ...as }),
    owner: await aSessionAs(app, anew, { role: 'domainAdmin', email: anew.email }),
  };
  const demoted = await follow({ token: tokens.demoted });
  const owner = await follow({ token: tokens.owner });
  await Promise.all([demoted.lastId(), owner.lastId()]);
  await app.must(updateMailbox, { accountId: eve.id, accountConfig: { isAdmin: false } }, { token: anew.token });
  await demoted.ended;
  const next = await aCustomerWithDomain(app, { email: anew.email });
  const [active, named] = await Promise.all([
    follow({ token: next.token }),
    follow({ token: next.token, bundleId: next.bundleId }),
  ]);
  await app.must(switchBundle, { bundleId: anew.bundleId }, { token: next.token });
  await active.ended;
  await publish(next, 20);
  await named.until(bulkNumber(20));
  named.leave();
  expect(demoted.heard.some(isOf(eve.email, 'changed'))).toBe(false);
  await app.must(signOut, {}, { token: tokens.owner });
  await owner.ended;
  expect((await follow({ token: tokens.owner })).status).toBe(401);
  expect(first.isAdmin).toBe(true);
  expect(app.logged()).not.toContain(tokens.owner);
});

test('a session may have four streams, not five; a closed one makes room for another [API-01]', async () => {
  const { token } = await aCustomerWithDomain(app);
  const open = [];
  for (let number = 0; number < 4; number += 1) open.push(await follow({ token }));
  const fifth = await follow({ token });
  expect(fifth.status).toBe(429);
  expect(fifth.headers.get('retry-after')).toBe('30');
  open[0]?.leave();
  await expect
    .poll(async () => {
      const again = await follow({ token });
      again.leave();
      return again.status;
    })
    .toBe(200);
  for (const one of open) one.leave();
});

test("a client that gave up before the stream began doesn't count [API-01]", async () => {
  const { token } = await aCustomerWithDomain(app);
  const headers = { 'x-auth': 'controlPanel', authorization: `Bearer ${token}` };
  const giveUpAfter = async (turns: number) => {
    const leaving = new AbortController();
    const asked = fetch(`${app.baseUrl}/panel/live`, { headers, signal: leaving.signal }).catch(() => null);
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    leaving.abort();
    await asked;
  };
  for (let turns = 0; turns < 60; turns += 4) await Promise.all([giveUpAfter(turns), giveUpAfter(turns + 2)]);
  const openAll = async () => {
    const all = await Promise.all([1, 2, 3, 4].map(() => follow({ token })));
    for (const one of all) one.leave();
    return all.map(({ status }) => status);
  };
  await expect.poll(openAll).toEqual([200, 200, 200, 200]);
});
