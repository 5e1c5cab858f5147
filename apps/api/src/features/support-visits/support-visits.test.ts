import { listActivity } from '@postern/contract/activity';
import { addAlias, listAliases } from '@postern/contract/aliases';
import { ALL_OPERATIONS } from '@postern/contract/all-operations';
import type { Operation } from '@postern/contract/operation';
import { createInstructionLink } from '@postern/contract/domain-instructions';
import { upsertDnsRecord } from '@postern/contract/dns';
import { applyDomainPlan, planDomain, undoDomainPlan } from '@postern/contract/domain-plan';
import { createForwarder } from '@postern/contract/forwarders';
import { listMailboxes } from '@postern/contract/mailboxes';
import { listBundles, validateToken } from '@postern/contract/session';
import { readStaff } from '@postern/contract/staff';
import {
  answerSupportVisit,
  endSupportVisit,
  endVisit,
  enterVisit,
  extendVisit,
  listSupportVisits,
  openVisit,
  setVisitConsent,
} from '@postern/contract/support-visits';
import { SUPPORTERS } from '@postern/domain/sign-in';
import { mayInVisit } from '@postern/domain/support-visits';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { rowsOf } from '../../db/client.ts';
import { aCustomerWithDomain, aMailbox, type TestCustomer } from '../../testing/builders.ts';
import { listen } from '../../testing/follow-changes.ts';
import { sampleInput } from '../../testing/sample-input.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import { aStaffSession, aVisit, REASON, signInAgain } from '../../testing/staff.ts';
import { startTestApp } from '../../testing/start-test-app.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { endDueVisits } from './end-due-visits.ts';

const app = useTestApp({ webhooks: false });
let mine: TestCustomer;
let anna: string;
beforeAll(async () => {
  mine = await aCustomerWithDomain(app);
  anna = (await aMailbox(app, mine, 'anna')).email;
});

const visitsOf = async ({ token }: TestCustomer) => (await app.must(listSupportVisits, {}, { token })).visits;

test('a visit acts on one domain of the customer, and the owner sees each step live and in the activity as support’s [SUP-01] [EVT-01]', async () => {
  const other = await aCustomerWithDomain(app, { email: mine.email });
  expect(other.customerId).toBe(mine.customerId);
  const staff = await aStaffSession(app);
  const owner = await listen(app.baseUrl, { token: mine.token });
  const login = await app.must(openVisit, { bundleId: mine.bundleId, reason: REASON, ticket: '48213' }, staff);
  const { token } = login;
  expect(login).toMatchObject({
    adminType: 'customer',
    isDomainAdmin: false,
    visit: { reason: REASON, ticket: '48213' },
  });
  expect(login.bundles.map(({ domainName }) => domainName)).toEqual([mine.domain]);
  expect((await app.must(validateToken, {}, { token })).visit).toEqual(login.visit);
  expect((await app.must(listBundles, {}, { token })).bundles).toHaveLength(1);
  await owner.until(({ event, data }) => event === 'support-visits' && data['visitId'] === login.visit?.visitId);
  owner.leave();
  const elsewhere = app.refusal(listMailboxes, {}, { token, bundleId: other.bundleId });
  expect(await elsewhere).toBe('BUNDLE_NOT_FOUND');
  const step = () => app.clock.advance({ seconds: 1 });
  step();
  await app.must(listMailboxes, {}, { token });
  await app.must(listMailboxes, {}, { token });
  step();
  await app.must(addAlias, { alias: 'info', email: anna, displayName: 'Info' }, { token });
  step();
  await app.must(endVisit, {}, { token });
  expect(await app.refusal(listMailboxes, {}, { token })).toBe('UNAUTHENTICATED');
  await app.must(readStaff, {}, staff);
  const { entries } = await app.must(listActivity, { area: 'support', limit: 100 }, { token: mine.token });
  const own = entries.filter(({ visit }) => visit?.visitId === login.visit?.visitId);
  expect(own.map(({ by, email, action, detail }) => [by, email, action, detail])).toEqual([
    ['support', null, 'visit.ended', REASON],
    ['support', null, 'alias.added', anna],
    ['support', null, 'visit.looked', 'mailboxes'],
    ['support', null, 'visit.started', REASON],
  ]);
  expect(own[0]?.visit).toMatchObject({ staffName: 'Mara Lindqvist', reason: REASON, ticket: '48213' });
  const former = (await visitsOf(mine)).find(({ visitId }) => visitId === login.visit?.visitId);
  expect(former).toMatchObject({ state: 'ended', endedBy: 'staff', ticket: '48213' });
});

/** A valid input, so that a refusal can only come from the rule. */
function inputOf(operation: Operation): Record<string, unknown> {
  const input = sampleInput(operation);
  const good: Record<string, unknown> = { email: anna, bundleId: mine.bundleId, cursor: undefined };
  return { ...input, ...Object.fromEntries(Object.entries(good).filter(([name]) => name in input)) };
}

test('for each role, a visit may call exactly the listed operations, checked for every operation that a session may call [SUP-01]', async () => {
  const operations = ALL_OPERATIONS.filter(({ access }) => access === 'session');
  expect(operations.length).toBeGreaterThan(90);
  for (const role of SUPPORTERS) {
    const email = `${role}@support.test`;
    for (const operation of operations) {
      const token = await aSessionAs(app, mine, { role, email });
      const input = inputOf(operation);
      const answer = await app.call(operation, input as never, { token });
      const code = answer.ok ? 'OK' : answer.code;
      expect(code === 'NOT_AUTHORIZED', `${role} ${operation.id} ${code}`).toBe(!mayInVisit(operation.id));
    }
  }
}, 120_000);

test('a visit may set DNS records, but not ones that send mail or a part of the domain to other servers [SUP-01] [DNS-02]', async () => {
  const { token } = await aVisit(app, await aStaffSession(app), mine);
  const record = { host: 'www', ttl: 600 };
  await app.must(upsertDnsRecord, { ...record, type: 'A', values: ['192.0.2.1'] }, { token });
  for (const type of ['MX', 'mx', 'NS'])
    expect(await app.refusal(upsertDnsRecord, { ...record, type, values: ['10 mx.evil.test'] }, { token })).toBe(
      'NOT_AUTHORIZED',
    );
  const { record: mx } = await app.must(
    upsertDnsRecord,
    { ...record, host: '@', type: 'MX', values: ['10 mx.evil.test'] },
    { token: mine.token },
  );
  const instead = { ...record, recordId: mx.recordId, type: 'TXT', values: ['gone'] };
  expect(await app.refusal(upsertDnsRecord, instead, { token })).toBe('NOT_AUTHORIZED');
});

test('a visit reaches no other partner’s customers and no other supporter’s visit: their ids are not found [SUP-01] [API-02]', async () => {
  const theirs = await aCustomerWithDomain(app, { partner: app.otherPartner });
  const [staff, colleague] = [await aStaffSession(app), await aStaffSession(app)];
  const never = '0190c4a0-1111-7111-8111-111111111111';
  for (const bundleId of [theirs.bundleId, never, theirs.customerId, '-1', 'x'])
    expect(await app.refusal(openVisit, { bundleId, reason: REASON }, staff), bundleId).toBe('BUNDLE_NOT_FOUND');
  const all = await aStaffSession(app, { role: 'productSupport' });
  const login = await app.must(openVisit, { bundleId: theirs.bundleId, reason: REASON }, all);
  const visitId = login.visit?.visitId ?? '';
  for (const id of [visitId, never]) {
    expect(await app.refusal(endSupportVisit, { visitId: id }, { token: mine.token })).toBe('NOT_FOUND');
    expect(await app.refusal(answerSupportVisit, { visitId: id, allow: true }, { token: mine.token })).toBe(
      'NOT_FOUND',
    );
    expect(await app.refusal(enterVisit, { visitId: id }, staff)).toBe('VISIT_ENDED');
  }
  expect((await visitsOf(mine)).some((one) => one.visitId === visitId)).toBe(false);
  await app.must(setVisitConsent, { required: true }, { token: theirs.token });
  const refused = await app.call(openVisit, { bundleId: theirs.bundleId, reason: REASON }, all);
  const waiting = refused.ok ? '' : String(refused.problem.attrs['visitId']);
  await app.must(answerSupportVisit, { visitId: waiting, allow: true }, { token: theirs.token });
  expect(await app.refusal(enterVisit, { visitId: waiting }, colleague)).toBe('VISIT_ENDED');
  for (const reason of ['', '    ', 'abc'])
    expect(await app.refusal(openVisit, { bundleId: mine.bundleId, reason }, staff)).toBe('VALIDATION_FAILED');
});

test('with consent required a visit waits until the owner allows it or its code is given, and ends when refused or when half an hour has passed [SUP-01]', async () => {
  const customer = await aCustomerWithDomain(app);
  await app.must(setVisitConsent, { required: true }, { token: customer.token });
  const staff = await aStaffSession(app);
  const ask = async () => {
    const answer = await app.call(openVisit, { bundleId: customer.bundleId, reason: REASON }, staff);
    if (answer.ok) throw new Error('It did not wait.');
    expect(answer.code).toBe('CONSENT_NEEDED');
    return String(answer.problem.attrs['visitId']);
  };
  const allowed = await ask();
  expect(await app.refusal(enterVisit, { visitId: allowed }, staff)).toBe('CONSENT_NEEDED');
  await app.must(answerSupportVisit, { visitId: allowed, allow: true }, { token: customer.token });
  await app.must(listMailboxes, {}, { token: (await app.must(enterVisit, { visitId: allowed }, staff)).token });
  const refused = await ask();
  await app.must(answerSupportVisit, { visitId: refused, allow: false }, { token: customer.token });
  expect(await app.refusal(enterVisit, { visitId: refused }, staff)).toBe('VISIT_ENDED');
  const coded = await ask();
  expect(await app.refusal(enterVisit, { visitId: coded, code: '0000 0000' }, staff)).toBe('VALIDATION_FAILED');
  const readCodes = async () =>
    (await app.readMails()).flatMap(({ to, text }) =>
      to === customer.email ? (/tell (\d{4} \d{4}) /.exec(text)?.[1] ?? []) : [],
    );
  await expect.poll(async () => (await readCodes()).length, { timeout: 15_000, interval: 100 }).toBe(3);
  const codes = await readCodes();
  const entered = await Promise.all(codes.map((code) => app.call(enterVisit, { visitId: coded, code }, staff)));
  expect(entered.filter(({ ok }) => ok)).toHaveLength(1);
  const late = await ask();
  app.clock.advance({ minutes: 30 });
  const alive = await aStaffSession(app);
  expect(await app.refusal(answerSupportVisit, { visitId: late, allow: true }, { token: customer.token })).toBe(
    'VISIT_ENDED',
  );
  expect(await app.refusal(enterVisit, { visitId: late }, alive)).toBe('VISIT_ENDED');
  await endDueVisits(app.deps);
  expect((await visitsOf(customer)).find(({ visitId }) => visitId === late)).toMatchObject({
    state: 'refused',
    endedBy: 'time',
  });
});

test('the owner is asked about visits to a domain at most ten times in a quarter of an hour, and asking again gives no new guesses at the code [SUP-01]', async () => {
  const customer = await aCustomerWithDomain(app);
  await app.must(setVisitConsent, { required: true }, { token: customer.token });
  const staff = await aStaffSession(app);
  const asked: string[] = [];
  const guessed: string[] = [];
  for (let times = 0; times < 11; times += 1) {
    const answer = await app.call(openVisit, { bundleId: customer.bundleId, reason: REASON }, staff);
    if (answer.ok) throw new Error('It did not wait.');
    asked.push(answer.code);
    const visitId = asked.length <= 10 ? String(answer.problem.attrs['visitId']) : '';
    for (const code of visitId ? ['0000 0000', '0000 0001'] : [])
      guessed.push(await app.refusal(enterVisit, { visitId, code }, staff));
  }
  expect(asked).toEqual([...Array.from({ length: 10 }, () => 'CONSENT_NEEDED'), 'TOO_MANY_ATTEMPTS']);
  expect(guessed).toEqual(
    Array.from({ length: 20 }, (_, number) => (number < 10 ? 'VALIDATION_FAILED' : 'TOO_MANY_ATTEMPTS')),
  );
  app.clock.advance({ minutes: 15 });
  const later = await signInAgain(app, staff);
  const again = await app.refusal(openVisit, { bundleId: customer.bundleId, reason: REASON }, { token: later });
  expect(again).toBe('CONSENT_NEEDED');
});

test('a visit can’t undo a plan that changed where mail goes [SUP-01] [DNS-01]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { token } = customer;
  const plan = await app.must(planDomain, {}, { token });
  const { undoId } = await app.must(applyDomainPlan, { planId: plan.planId }, { token });
  const staff = await aStaffSession(app);
  const visit = await aVisit(app, staff, customer);
  expect(await app.refusal(undoDomainPlan, { undoId: String(undoId) }, { token: visit.token })).toBe('NOT_AUTHORIZED');
  await app.must(undoDomainPlan, { undoId: String(undoId) }, { token });
});

test('a visit ends after half an hour unless it is extended with a reason, and after four hours in any case [SUP-01]', async () => {
  const staff = await aStaffSession(app);
  const { token, visitId } = await aVisit(app, staff, mine);
  for (let minutes = 0; minutes < 225; minutes += 25) {
    app.clock.advance({ minutes: 25 });
    await app.must(extendVisit, { reason: 'One more record' }, { token });
  }
  expect(await app.refusal(extendVisit, { reason: '' }, { token })).toBe('VALIDATION_FAILED');
  app.clock.advance({ minutes: 14 });
  await app.must(listMailboxes, {}, { token });
  await app.must(extendVisit, { reason: 'One more record' }, { token });
  app.clock.advance({ minutes: 1 });
  expect(await app.refusal(listMailboxes, {}, { token })).toBe('UNAUTHENTICATED');
  const find = async () => (await visitsOf(mine)).find((one) => one.visitId === visitId);
  expect(await find()).toMatchObject({ state: 'ended', endedBy: 'time' });
  await endDueVisits(app.deps);
  const { entries } = await app.must(listActivity, { area: 'support', limit: 100 }, { token: mine.token });
  const own = entries.filter(({ visit }) => visit?.visitId === visitId);
  expect(own.find(({ action }) => action === 'visit.ended')).toMatchObject({ by: 'panel' });
});

test('after the owner ends a visit, every process refuses its next call; and a later visit ends an earlier one [SUP-01]', async () => {
  const beside = await startTestApp({ beside: app });
  try {
    const staff = await aStaffSession(app);
    const { token, visitId } = await aVisit(app, staff, mine);
    await beside.must(listMailboxes, {}, { token });
    await app.must(endSupportVisit, { visitId }, { token: mine.token });
    for (const panel of [beside, app])
      expect(await panel.refusal(listMailboxes, {}, { token })).toBe('UNAUTHENTICATED');
    const { token: first } = await aVisit(app, staff, mine);
    const opened = await Promise.all(
      [app, beside].map((panel) => panel.call(openVisit, { bundleId: mine.bundleId, reason: REASON }, staff)),
    );
    const tokens = opened.map((answer) => (answer.ok ? answer.body.token : ''));
    const living = await Promise.all([first, ...tokens].map((one) => app.call(listMailboxes, {}, { token: one })));
    expect(living.filter(({ ok }) => ok)).toHaveLength(1);
  } finally {
    await beside.stop();
  }
});

test('once the call that ends a visit is answered, no unfinished write of the visit commits [SUP-01]', async () => {
  const staff = await aStaffSession(app);
  for (let round = 0; round < 8; round += 1) {
    const { token, visitId } = await aVisit(app, staff, mine);
    const writes = Array.from({ length: 4 }, (_, number) =>
      app.call(addAlias, { alias: `race-${round}-${number}`, email: anna, displayName: 'Race' }, { token }),
    );
    const aliasesNow = async () => (await app.must(listAliases, { email: anna }, { token: mine.token })).aliases.length;
    await app.must(endSupportVisit, { visitId }, { token: mine.token });
    const atTheEnd = await aliasesNow();
    await Promise.all(writes);
    expect(await aliasesNow()).toBe(atTheEnd);
  }
});

test('a write that began before the visit ended is rolled back if it commits later [SUP-01]', async () => {
  const staff = await aStaffSession(app);
  const { token, visitId } = await aVisit(app, staff, mine);
  const held = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const holding = app.deps.db.asSystem(async (tx) => {
    await tx.execute(sql`select from bundle where bundle_id = ${mine.bundleId} for update`);
    isHeld.resolve();
    await held.promise;
  });
  await isHeld.promise;
  const write = app.call(createForwarder, { email: `team@${mine.domain}`, recipients: [anna] }, { token });
  const waiting = async () =>
    (
      await rowsOf<{ n: number }>(
        app.deps.db.global,
        sql`select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
    )[0]?.n;
  await expect.poll(waiting, { timeout: 15_000, interval: 50 }).toBe(1);
  await app.must(endSupportVisit, { visitId }, { token: mine.token });
  held.resolve();
  await holding;
  const answer = await write;
  expect(answer.ok ? 'OK' : answer.code).toBe('UNAUTHENTICATED');
});

test('a mail that a visit causes names the supporter [SUP-01]', async () => {
  const { token } = await aVisit(app, await aStaffSession(app), mine);
  await app.must(createInstructionLink, { sendTo: 'it@provider.test' }, { token });
  const find = async () => (await app.readMails()).find(({ to }) => to === 'it@provider.test');
  await expect.poll(find, { timeout: 15_000, interval: 100 }).toBeDefined();
  const mail = await find();
  for (const text of [mail?.text, mail?.html]) expect(text).toContain('Mara Lindqvist of ');
});
