import { addAlias } from '@postern/contract/aliases';
import {
  addForwarderRecipients,
  createForwarder,
  deleteForwarder,
  listForwarders,
  removeForwarderRecipients,
} from '@postern/contract/forwarders';
import { deleteMailbox } from '@postern/contract/mailbox-administration';
import { createMailbox } from '@postern/contract/mailboxes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOf } from '../../testing/audit-rows.ts';
import { aCustomerWithDomain, aMailbox, PASSWORD } from '../../testing/builders.ts';
import { type PanelPair, startPanelPair } from '../../testing/panel-pair.ts';
import type { TestApp } from '../../testing/start-test-app.ts';
import { storedMessages } from '../../testing/stored-messages.ts';

let pair: PanelPair;
let app: TestApp;
let second: TestApp;
let send: PanelPair['send'];
beforeAll(async () => {
  pair = await startPanelPair();
  ({ app, second, send } = pair);
});
afterAll(() => pair.stop());

async function aTeam() {
  const customer = await aCustomerWithDomain(app, { accounts: 4 });
  const { email: anna } = await aMailbox(app, customer, 'anna');
  const { email: bert } = await aMailbox(app, customer, 'bert');
  const { email: carl } = await aMailbox(app, customer, 'carl');
  return { ...customer, anna, bert, carl, team: `team@${customer.domain}` };
}

test('mail to a forwarder arrives in each of its current mailboxes [FWD-01]', async () => {
  const { token, team, anna, bert, carl } = await aTeam();
  expect(await send(team)).toBe('550');
  const made = await app.must(createForwarder, { email: team, recipients: [bert, anna, anna] }, { token });
  expect(made.forwarder).toMatchObject({ email: team, recipients: [anna, bert] });
  expect(await send(team)).toBe('250');
  await app.must(addForwarderRecipients, { email: team, recipients: [carl, anna] }, { token });
  await app.must(removeForwarderRecipients, { email: team, recipients: [anna, `nobody@${team}`] }, { token });
  expect(await send(team)).toBe('250');
  const { forwarders } = await app.must(listForwarders, {}, { token });
  expect(forwarders).toEqual([{ ...made.forwarder, recipients: [bert, carl] }]);
  expect([anna, bert, carl].map((email) => storedMessages(app, email).length)).toEqual([1, 2, 1]);
  await app.must(deleteForwarder, { email: team }, { token });
  expect(await send(team)).toBe('550');
});

test('a loop or a forwarder without a recipient is refused, with the wrong recipients [FWD-01]', async () => {
  const { token, domain, team, anna } = await aTeam();
  await app.must(addAlias, { alias: 'info', email: anna, displayName: 'Info' }, { token });
  await app.must(createForwarder, { email: team, recipients: [anna] }, { token });
  const all = `all@${domain}`;
  const create = async (email: string, recipients: string[]) => {
    const answer = await app.call(createForwarder, { email, recipients }, { token });
    if (answer.ok) return 'OK';
    const fields = (answer.problem.attrs.fields ?? []) as { path: string; code: string }[];
    return [answer.code, ...fields.map((field) => `${field.path} ${field.code}`)].join(' ');
  };
  expect(await create(all, [all])).toBe('FORWARDER_LOOP');
  expect(await create(all, [anna, team])).toBe('FORWARDER_LOOP');
  expect(await create(all, [])).toContain('VALIDATION_FAILED recipients');
  const strange = ['anna@elsewhere.test', anna, `nobody@${domain}`, `info@${domain}`];
  expect(await create(all, strange)).toBe(
    'VALIDATION_FAILED recipients.0 OTHER_DOMAIN recipients.2 RECIPIENT_NOT_A_MAILBOX recipients.3 RECIPIENT_NOT_A_MAILBOX',
  );
  expect(await create('all@elsewhere.test', [anna])).toContain('email OTHER_DOMAIN');
  expect(await create(anna, [anna])).toBe('FORWARDER_LOOP');
  expect(await create(`info@${domain}`, [anna])).toBe('EMAIL_EXISTS');
  expect(await create(team, [anna])).toBe('EMAIL_EXISTS');
  const change = { email: team, recipients: [team] };
  expect(await app.refusal(addForwarderRecipients, change, { token })).toBe('FORWARDER_LOOP');
  const last = { email: team, recipients: [anna] };
  expect(await app.refusal(removeForwarderRecipients, last, { token })).toBe('LAST_RECIPIENT');
  expect((await app.must(listForwarders, {}, { token })).forwarders).toHaveLength(1);
});

test("a forwarder's address can't be used for anything else until the forwarder is deleted [FWD-01]", async () => {
  const { token, team, anna } = await aTeam();
  await app.must(createForwarder, { email: team, recipients: [anna] }, { token });
  expect(await app.refusal(createMailbox, { email: team, password: PASSWORD }, { token })).toBe('EMAIL_EXISTS');
  await app.must(deleteForwarder, { email: team }, { token });
  expect(await app.refusal(deleteForwarder, { email: team }, { token })).toBe('NOT_FOUND');
  const gone = { email: team, recipients: [anna] };
  expect(await app.refusal(addForwarderRecipients, gone, { token })).toBe('NOT_FOUND');
  expect(await app.refusal(removeForwarderRecipients, gone, { token })).toBe('NOT_FOUND');
});

test('a recipient deleted at the same moment leaves no forwarder without a recipient [FWD-01]', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { token, team, bert } = await aTeam();
    const [created, deleted] = await Promise.all([
      app.call(createForwarder, { email: team, recipients: [bert] }, { token }),
      second.call(deleteMailbox, { email: bert }, { token }),
    ]);
    // Whichever came first, the other was refused.
    expect(deleted.ok).toBe(!created.ok);
    expect(deleted.ok ? null : deleted.code).toBe(created.ok ? 'LAST_RECIPIENT' : null);
    expect(await send(team)).toBe(created.ok ? '250' : '550');
    if (created.ok) await app.must(deleteMailbox, { email: bert, forwardTo: null }, { token });
    expect((await app.must(listForwarders, {}, { token })).forwarders).toEqual([]);
    expect(await send(team)).toBe('550');
    await app.must(createMailbox, { email: team, password: PASSWORD }, { token });
  }
});

test('every change of a forwarder is audited [FWD-01]', async () => {
  const { token, team, anna, bert, customerId } = await aTeam();
  await app.must(createForwarder, { email: team, recipients: [anna] }, { token });
  await app.must(addForwarderRecipients, { email: team, recipients: [bert] }, { token });
  await app.must(removeForwarderRecipients, { email: team, recipients: [anna] }, { token });
  await app.must(deleteForwarder, { email: team }, { token });
  const actions = (await auditOf(app, customerId)).filter((action) => action.startsWith('forwarder.'));
  const verbs = ['created', 'deleted', 'recipients-added', 'recipients-removed'];
  expect(actions.sort()).toEqual(verbs.map((verb) => `forwarder.${verb}`));
});
