import { addAlias } from '@postern/contract/aliases';
import { readCatchAll, removeCatchAll, setCatchAll } from '@postern/contract/catch-all';
import { deleteMailbox } from '@postern/contract/mailbox-administration';
import { listMailboxes } from '@postern/contract/mailboxes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOf } from '../../testing/audit-rows.ts';
import { aCustomerWithDomain, aMailbox } from '../../testing/builders.ts';
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

async function aPair() {
  const customer = await aCustomerWithDomain(app);
  const anna = await aMailbox(app, customer, 'anna');
  const rest = await aMailbox(app, customer, 'rest');
  return { ...customer, anna: anna.email, rest: rest.email };
}

test('a catch-all takes mail to unknown addresses from the moment it is set until it is removed [CAT-01]', async () => {
  const { token, domain, anna, rest, customerId } = await aPair();
  await app.must(addAlias, { alias: 'sales', email: anna, displayName: 'Sales' }, { token });
  expect(await app.must(readCatchAll, {}, { token })).toEqual({ email: null });
  expect(await send(`typo@${domain}`)).toBe('550');
  expect(await app.must(setCatchAll, { email: ` ${rest.toUpperCase()}` }, { token })).toEqual({ email: rest });
  for (const to of ['typo', 'anna', 'sales', 'anna+shop']) expect(await send(`${to}@${domain}`)).toBe('250');
  const { accounts } = await app.must(listMailboxes, {}, { token });
  expect(accounts.map(({ isCatchAll }) => isCatchAll)).toEqual([false, true]);
  expect([anna, rest].map((email) => storedMessages(app, email).length)).toEqual([3, 1]);
  expect(await app.must(removeCatchAll, {}, { token })).toEqual({ email: null });
  expect(await send(`typo@${domain}`)).toBe('550');
  await app.must(removeCatchAll, {}, { token });
  const actions = (await auditOf(app, customerId)).filter((action) => action.startsWith('catch-all'));
  expect(actions.sort()).toEqual(['catch-all.removed', 'catch-all.set']);
});

test('only a mailbox of the domain can be the catch-all [CAT-01]', async () => {
  const { token, domain, anna } = await aPair();
  await app.must(addAlias, { alias: 'sales', email: anna, displayName: 'Sales' }, { token });
  const other = await aPair();
  for (const [email, code] of [
    [`nobody@${domain}`, 'ADDRESS_NOT_FOUND'],
    [`sales@${domain}`, 'ADDRESS_NOT_FOUND'],
    [other.anna, 'OTHER_DOMAIN'],
    ['', 'OTHER_DOMAIN'],
  ] as const) {
    const answer = await app.call(setCatchAll, { email }, { token });
    expect(answer, email).toMatchObject({ problem: { attrs: { fields: [{ path: 'email', code }] } } });
  }
  expect((await app.must(readCatchAll, {}, { token })).email).toBeNull();
});

test('a mailbox that is deleted while it is being made the catch-all is not the catch-all afterwards [CAT-01] [MBX-04]', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { token, domain, rest } = await aPair();
    await Promise.all([
      app.call(setCatchAll, { email: rest }, { token }),
      second.call(deleteMailbox, { email: rest }, { token }),
    ]);
    expect((await app.must(readCatchAll, {}, { token })).email).toBeNull();
    expect(await send(`typo@${domain}`)).toBe('550');
  }
});
