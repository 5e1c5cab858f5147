import { aMessage } from '@postern/adapter-mail/testing/send-mail';
import { addAlias, listAliases, removeAliases, updateAlias } from '@postern/contract/aliases';
import { createMailbox, listMailboxes } from '@postern/contract/mailboxes';
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

async function aPair() {
  const customer = await aCustomerWithDomain(app);
  const anna = await aMailbox(app, customer, 'anna');
  const bert = await aMailbox(app, customer, 'bert');
  return { ...customer, anna: anna.email, bert: bert.email };
}

test('mail to an alias arrives as soon as it is added, and is refused as soon as it is removed [ALI-01] [ALI-02]', async () => {
  const { token, domain, anna } = await aPair();
  expect(await send(`sales@${domain}`)).toBe('550');
  await app.must(addAlias, { alias: ` Sales@${domain}`, email: anna, displayName: 'Sales' }, { token });
  expect(await send(`SALES@${domain}`, aMessage('for sales'))).toBe('250');
  expect(storedMessages(app, anna).filter((message) => message.includes('for sales'))).toHaveLength(1);
  expect((await app.must(listMailboxes, {}, { token })).accounts[0]?.aliases).toEqual([`sales@${domain}`]);
  await app.must(removeAliases, { aliases: [`sales@${domain}`], email: anna }, { token });
  expect(await send(`sales@${domain}`)).toBe('550');
});

test('aliases are listed by name, then address, and each addition, renaming and removal is audited [ALI-01]', async () => {
  const { token, domain, anna, customerId } = await aPair();
  const add = (alias: string, displayName: string) =>
    app.must(addAlias, { alias, email: anna, displayName }, { token });
  const { senderId } = await add('b', 'Zoo');
  await add('c', 'apple');
  await add('a', 'Apple');
  const list = async () =>
    (await app.must(listAliases, { email: anna }, { token })).aliases.map(
      (one) => `${one.displayName} ${one.email[0]}`,
    );
  expect(await list()).toEqual(['Apple a', 'apple c', 'Zoo b']);
  await app.must(updateAlias, { senderId, displayName: ' Aardvark ' }, { token });
  expect(await list()).toEqual(['Aardvark b', 'Apple a', 'apple c']);
  expect(await app.refusal(updateAlias, { senderId, displayName: ' ' }, { token })).toBe('VALIDATION_FAILED');
  await app.must(removeAliases, { aliases: [`a@${domain}`, `C@${domain}`, `x@${domain}`], email: anna }, { token });
  expect(await list()).toEqual(['Aardvark b']);
  expect((await auditOf(app, customerId)).filter((action) => action.startsWith('alias.')).sort()).toEqual([
    ...Array(3).fill('alias.added'),
    ...Array(2).fill('alias.removed'),
    'alias.renamed',
  ]);
});

test('of eleven aliases added at once over two instances ten succeed, and the list shows the limit of ten [ALI-01]', async () => {
  const { token, anna } = await aPair();
  const answers = await Promise.all(
    Array.from({ length: 11 }, (_, number) =>
      (number % 2 === 0 ? app : second).call(
        addAlias,
        { alias: `alias-${number}`, email: anna, displayName: 'Alias' },
        { token },
      ),
    ),
  );
  expect(answers.filter((answer) => answer.ok)).toHaveLength(10);
  const refused = answers.find((answer) => !answer.ok);
  expect(refused).toMatchObject({ code: 'ALIAS_LIMIT_REACHED', problem: { attrs: { limit: 10 } } });
  const { aliases, limit } = await app.must(listAliases, { email: anna }, { token });
  expect([aliases.length, limit]).toEqual([10, 10]);
});

test('a plan may allow fewer than ten aliases [ALI-01]', async () => {
  const customer = await aCustomerWithDomain(app, { planType: 'free' });
  const { email } = await aMailbox(app, customer, 'anna');
  const { token } = customer;
  expect((await app.must(listAliases, { email }, { token })).limit).toBe(1);
  await app.must(addAlias, { alias: 'one', email, displayName: 'One' }, { token });
  expect(await app.refusal(addAlias, { alias: 'two', email, displayName: 'Two' }, { token })).toBe(
    'ALIAS_LIMIT_REACHED',
  );
});

test('an address has one use: of two concurrent requests one gets it, and it can be used again once it is free [ALI-01]', async () => {
  const { token, domain, anna, bert } = await aPair();
  const input = { alias: 'info', displayName: 'Info' };
  const answers = await Promise.all([
    app.call(addAlias, { ...input, email: anna }, { token }),
    second.call(addAlias, { ...input, email: bert }, { token }),
    app.call(createMailbox, { email: `info@${domain}`, password: PASSWORD }, { token }),
  ]);
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
  expect(answers.flatMap((answer) => (answer.ok ? [] : [answer.code]))).toEqual(['EMAIL_EXISTS', 'EMAIL_EXISTS']);
  expect(await app.refusal(addAlias, { alias: 'bert', email: anna, displayName: 'B' }, { token })).toBe('EMAIL_EXISTS');
  await app.must(addAlias, { alias: 'later', email: anna, displayName: 'Later' }, { token });
  await app.must(removeAliases, { aliases: [`later@${domain}`], email: anna }, { token });
  await app.must(addAlias, { alias: 'later', email: bert, displayName: 'Later' }, { token });
});

test('an unknown mailbox or alias is not found, and an invalid alias is reported field by field [ALI-01]', async () => {
  const { token, domain, anna, bundleId } = await aPair();
  const input = { alias: 'x', email: `nobody@${domain}`, displayName: 'X' };
  expect(await app.refusal(addAlias, input, { token })).toBe('NOT_FOUND');
  expect(await app.refusal(listAliases, { email: input.email }, { token })).toBe('NOT_FOUND');
  expect(await app.refusal(removeAliases, { aliases: ['x'], email: input.email }, { token })).toBe('NOT_FOUND');
  expect(await app.refusal(updateAlias, { senderId: bundleId, displayName: 'X' }, { token })).toBe('NOT_FOUND');
  const wrong = await app.call(addAlias, { alias: 'x@elsewhere.test', email: anna, displayName: '' }, { token });
  const fields = wrong.ok ? [] : (wrong.problem.attrs.fields as { path: string; code: string }[]);
  expect(fields.map(({ path, code }) => [path, code])).toEqual([
    ['alias', 'OTHER_DOMAIN'],
    ['displayName', 'DISPLAY_NAME_REQUIRED'],
  ]);
});

test('a repeated request with one key adds one alias and gets the same answer [API-01]', async () => {
  const { token, anna } = await aPair();
  const options = { token, headers: { 'idempotency-key': 'alias' } };
  const input = { alias: 'once', email: anna, displayName: 'Once' };
  const answers = await Promise.all([1, 2, 3].map(() => app.must(addAlias, input, options)));
  expect(new Set(answers.map(({ senderId }) => senderId)).size).toBe(1);
});
