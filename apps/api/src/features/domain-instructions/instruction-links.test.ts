import {
  createInstructionLink,
  type InstructionLink,
  listInstructionLinks,
  readInstructions,
  revokeInstructionLink,
} from '@postern/contract/domain-instructions';
import { pollUntil } from '@postern/testkit/poll-until';
import { beforeAll, expect, test } from 'vitest';
import { auditOf } from '../../testing/audit-rows.ts';
import { aCustomerWithDomain, type TestCustomer } from '../../testing/builders.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { instructionLink } from './tables.ts';

const app = useTestApp({ webhooks: false });
let customer: TestCustomer;
beforeAll(async () => {
  customer = await aCustomerWithDomain(app);
});

const create = async (input: { sendTo?: string } = {}, headers: Record<string, string> = {}) =>
  (await app.must(createInstructionLink, input, { token: customer.token, headers })).link;
const list = async () => (await app.must(listInstructionLinks, {}, { token: customer.token })).links;
const tokenOf = ({ address }: InstructionLink) => new URL(address).hash.slice(1);
const open = (token: string, isLook = false) => app.must(readInstructions, { token, isLook });
const refusalOf = (token: string) => app.refusal(readInstructions, { token, isLook: false });

test('a link shows what to do and what is done, without a login, and nothing about the customer [VER-01]', async () => {
  const link = await create();
  expect(new URL(link.address).pathname).toBe('/domain-instructions');
  expect(await list()).toEqual([link]);
  const shown = await open(tokenOf(link), true);
  expect(shown).toMatchObject({
    ...{ domainName: customer.domain, partnerId: app.partner.partnerId, mxVerified: false, failure: null },
    ...{ expiresAt: link.expiresAt, lastUpdated: app.clock.now().toISOString() },
  });
  expect(shown.findings.map(({ code }) => code)).toEqual(Array(5).fill('ADD_RECORD'));
  for (const secret of [customer.customerId, customer.bundleId, customer.token, 'ownershipDeadline', 'zoneStatus'])
    expect(JSON.stringify(shown)).not.toContain(secret);
});

test('a link is mailed with its address; neither the database nor the log holds its token [VER-01]', async () => {
  const link = await create({ sendTo: 'Admin@Hoster.test' });
  expect(link.sentTo).toBe('admin@hoster.test');
  const isSent = async () => (await app.readMails()).some(({ to }) => to === 'admin@hoster.test');
  await pollUntil(isSent, { timeoutMs: 20_000, onTimeout: () => 'no mail came' });
  const mail = (await app.readMails()).find(({ to }) => to === 'admin@hoster.test');
  expect(mail).toMatchObject({ subject: `Records to change for ${customer.domain}` });
  expect(mail?.text).toContain(link.address);
  const rows = await app.deps.db.asSystem((tx) => tx.select().from(instructionLink));
  expect(JSON.stringify(rows) + app.logged()).not.toContain(tokenOf(link));
  expect(await app.refusal(createInstructionLink, { sendTo: 'nobody' }, { token: customer.token })).toBe(
    'VALIDATION_FAILED',
  );
});

test('a repeated request makes no second link [VER-01]', async () => {
  const before = await list();
  const headers = { 'idempotency-key': 'one-link' };
  expect(await create({}, headers)).toEqual(await create({}, headers));
  expect(await list()).toHaveLength(before.length + 1);
});

test('guessing tokens is stopped after a few attempts; a valid link may be opened any number of times [VER-01]', async () => {
  const right = tokenOf(await create());
  for (let time = 0; time < 12; time += 1) await open(right);
  for (let time = 0; time < 10; time += 1) expect(await refusalOf(`guess-${time}`)).toBe('TOKEN_EXPIRED');
  expect(await refusalOf('one-more')).toBe('TOO_MANY_ATTEMPTS');
  app.clock.advance({ minutes: 16 });
  await open(right);
});

test('a revoked, expired or invented link opens nothing, and each change is audited [VER-01]', async () => {
  const [closed, expired] = [await create(), await create()];
  await app.must(revokeInstructionLink, { linkId: closed.linkId }, { token: customer.token });
  await app.must(revokeInstructionLink, { linkId: closed.linkId }, { token: customer.token });
  expect(await refusalOf(tokenOf(closed))).toBe('TOKEN_EXPIRED');
  expect(await refusalOf('made-up')).toBe('TOKEN_EXPIRED');
  // Nobody revokes another customer's link by knowing its id.
  const other = await aCustomerWithDomain(app, { partner: app.otherPartner });
  await app.must(revokeInstructionLink, { linkId: expired.linkId }, { token: other.token });
  expect(await open(tokenOf(expired))).toMatchObject({ domainName: customer.domain });
  app.clock.advance({ days: 14 });
  expect(await refusalOf(tokenOf(expired))).toBe('TOKEN_EXPIRED');
  const actions = (await auditOf(app, customer.customerId)).filter((action) => action.startsWith('instruction-link'));
  expect(actions.filter((action) => action.endsWith('revoked'))).toHaveLength(1);
  expect(actions.filter((action) => action.endsWith('created'))).toHaveLength(6);
});
