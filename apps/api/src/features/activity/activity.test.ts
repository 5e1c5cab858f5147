import { type ActivityEntry, exportActivity, listActivity } from '@postern/contract/activity';
import { addAlias } from '@postern/contract/aliases';
import { deleteDnsRecord, upsertDnsRecord } from '@postern/contract/dns';
import { applyDomainPlan, planDomain, undoDomainPlan } from '@postern/contract/domain-plan';
import { deleteMailbox } from '@postern/contract/mailbox-administration';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DEFAULT_RETENTION } from '../../config/retention-config.ts';
import { auditOrigin } from '../../db/tables.ts';
import { aCustomerWithDomain, aMailbox } from '../../testing/builders.ts';
import { cleanUp } from '../../testing/clean-up.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import { aStaffSession, aVisit } from '../../testing/staff.ts';
import { useTestApp } from '../../testing/use-test-app.ts';

const app = useTestApp({ webhooks: false });
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:143.0) Gecko/20100101 Firefox/143.0';
const headers = { 'x-forwarded-for': '10.9.0.7', 'user-agent': FIREFOX };

const lineOf = ({ email, by, action, target }: ActivityEntry) => `${(email ?? by).split('@')[0]} ${action} ${target}`;

test('an admin reads who changed what, from where and when, by area, by person and in pages; the same as a table [EVT-01]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { token } = customer;
  const anna = await aMailbox(app, customer, 'anna', { isAdmin: true });
  const annas = await aSessionAs(app, customer, { role: 'domainAdmin', email: anna.email });
  app.clock.advance({ seconds: 1 });
  await app.must(
    addAlias,
    { alias: `info@${customer.domain}`, email: anna.email, displayName: 'Info' },
    { token: annas, headers },
  );
  const [first, ...others] = (await app.must(listActivity, { limit: 100 }, { token })).entries;
  const { network, browser, os, at, detail } = first ?? {};
  expect({ network, browser, os, at, detail, line: first && lineOf(first) }).toEqual({
    ...{ network: '10.9.0.7', browser: 'Firefox', os: 'Windows', at: app.clock.now().toISOString() },
    ...{ detail: anna.email, line: `anna alias.added info@${customer.domain}` },
  });
  expect(others.map(lineOf)).toContain(`owner mailbox.created ${anna.email}`);
  expect(others.map(lineOf).join()).not.toContain('session.started');
  const linesOf = async (input: object) => (await app.must(listActivity, input, { token })).entries.map(lineOf);
  expect(await linesOf({ area: 'addresses' })).toEqual([`anna alias.added info@${customer.domain}`]);
  expect(await linesOf({ person: anna.email.toUpperCase(), area: 'mailboxes' })).toEqual([]);
  const one = await app.must(listActivity, { limit: 1 }, { token });
  const two = await app.must(listActivity, { limit: 1, cursor: one.nextCursor ?? '' }, { token });
  expect([...one.entries, ...two.entries].map(({ id }) => id)).toEqual([first?.id, others[0]?.id]);
  const file = await fetch(`${app.baseUrl}${exportActivity.path}?area=addresses`, {
    headers: { authorization: `Bearer ${token}`, 'x-auth': 'controlPanel' },
  });
  expect((await file.text()).split('\r\n').slice(0, 2)).toEqual([
    'time,by,action,target,detail,amount (smallest unit),currency,network,browser,system',
    `${app.clock.now().toISOString()},${anna.email},alias.added,info@${customer.domain},${anna.email},,,10.9.0.7,Firefox,Windows`,
  ]);
});

test('nobody reads another customer’s activity, a mailbox user and staff read none; where it was done is deleted with the sign-ins [API-02] [MBX-07]', async () => {
  const customer = await aCustomerWithDomain(app);
  const other = await aCustomerWithDomain(app);
  await aMailbox(app, customer, 'anna');
  const { email } = await aMailbox(app, customer, 'bert', { isAdmin: false });
  app.clock.advance({ seconds: 1 });
  await app.must(deleteMailbox, { email }, { token: customer.token, headers });
  const [theirs] = (await app.must(listActivity, {}, { token: customer.token })).entries;
  const page = await app.must(listActivity, { cursor: theirs?.id ?? '', limit: 100 }, { token: other.token });
  expect(JSON.stringify(page)).not.toContain(customer.domain);
  for (const role of ['accountAdmin', 'partnerSupport', 'productSupport'] as const) {
    const token = await aSessionAs(app, customer, { role, email: `${role}@shop.test` });
    expect(await app.refusal(listActivity, {}, { token }), role).toBe('NOT_AUTHORIZED');
    const file = await fetch(`${app.baseUrl}${exportActivity.path}`, {
      headers: { authorization: `Bearer ${token}`, 'x-auth': 'controlPanel' },
    });
    expect(file.status, role).toBe(403);
  }
  app.clock.advance({ days: DEFAULT_RETENTION.signInsDays + 1 });
  await cleanUp({ ...app.deps, keep: DEFAULT_RETENTION });
  const origins = await app.deps.db.asSystem((tx) =>
    tx.select().from(auditOrigin).where(eq(auditOrigin.customerId, customer.customerId)),
  );
  expect(origins).toEqual([]);
});

test('a step of a visit says how to undo it while it can be undone: a record that support added, a plan that support applied [SUP-01] [DNS-01]', async () => {
  const customer = await aCustomerWithDomain(app);
  const owner = { token: customer.token };
  const wish = { type: 'TXT' as const, host: 'www', values: ['hello'], ttl: 600 };
  await app.must(upsertDnsRecord, { ...wish, host: 'own' }, owner);
  const { token } = await aVisit(app, await aStaffSession(app), customer);
  const { record } = await app.must(upsertDnsRecord, wish, { token });
  const { planId } = await app.must(planDomain, {}, { token });
  const { undoId } = await app.must(applyDomainPlan, { planId }, { token });
  const undos = async () => {
    const { entries } = await app.must(listActivity, { area: 'domain', limit: 100 }, owner);
    const told = entries.filter(({ action }) => action === 'dns-record.added' || action === 'dns-plan.applied');
    return Object.fromEntries(told.map(({ action, detail, undo }) => [detail ?? action, undo]));
  };
  const plan = { kind: 'plan', id: undoId };
  const added = { kind: 'record', id: record.recordId };
  expect(await undos()).toEqual({ 'TXT own': null, 'TXT www': added, 'dns-plan.applied': plan });
  await app.must(upsertDnsRecord, { ...wish, recordId: record.recordId, values: ['changed by the owner'] }, owner);
  const { 'TXT www': changed } = await undos();
  expect(changed).toBeNull();
  await app.must(deleteDnsRecord, { recordId: record.recordId }, owner);
  expect(await undos()).toEqual({ 'TXT own': null, 'TXT www': null, 'dns-plan.applied': plan });
  await app.must(undoDomainPlan, { undoId: String(undoId) }, owner);
  expect(await undos()).toEqual({ 'TXT own': null, 'TXT www': null, 'dns-plan.applied': null });
});
