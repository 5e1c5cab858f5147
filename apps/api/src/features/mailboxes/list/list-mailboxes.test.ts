import { listMailboxes } from '@postern/contract/mailboxes';
import type { OutputOf } from '@postern/contract/operation';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { aCustomerWithDomain, aMailbox, type TestCustomer } from '../../../testing/builders.ts';
import { useTestApp } from '../../../testing/use-test-app.ts';
import { writeMailboxes } from '../../../testing/write-mailboxes.ts';

const app = useTestApp();
let people: TestCustomer;
beforeAll(async () => {
  people = await aCustomerWithDomain(app);
  await writeMailboxes(app, people, [
    { name: 'anna', displayName: 'Anna Oberhuber' },
    { name: 'bert', displayName: 'Bert van Annandale' },
    { name: 'celine', displayName: 'Céline Ünal-Straße' },
    { name: 'd.o.t', displayName: '50% off_now' },
    { name: 'eve', displayName: 'O\'Hara \\ "Eve"' },
    { name: 'fyodor', displayName: 'Фёдор Достоевский' },
    { name: 'hanako', displayName: '山田 花子' },
    { name: 'zoe', displayName: 'İpek ŞAHİN' },
  ]);
  await writeMailboxes(app, await aCustomerWithDomain(app), [{ name: 'anna', displayName: 'Anna Elsewhere' }]);
});

const find = async (q: string) =>
  (await app.must(listMailboxes, { q }, { token: people.token })).accounts.map(
    (account) => account.email.split('@')[0],
  );

async function readPages(
  customer: TestCustomer,
  input: { limit: number; q?: string },
  between?: (page: number) => Promise<void>,
) {
  const seen: string[] = [];
  let cursor: string | null = null;
  let pages = 0;
  do {
    const page: OutputOf<typeof listMailboxes> = await app.must(
      listMailboxes,
      { ...input, ...(cursor === null ? {} : { cursor }) },
      { token: customer.token },
    );
    expect(page.accounts.length).toBeLessThanOrEqual(input.limit);
    seen.push(...page.accounts.map((account) => account.email));
    cursor = page.nextCursor;
    pages += 1;
    await between?.(pages);
  } while (cursor !== null);
  return seen;
}

test('pages hold every mailbox exactly once, in order, while others are created between the pages [MBX-01] [API-01]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 500 });
  const names = Array.from({ length: 137 }, (_, number) => ({
    name: `user-${String((number * 61) % 137).padStart(3, '0')}`,
  }));
  await writeMailboxes(app, customer, names);
  const there = names.map(({ name }) => `${name}@${customer.domain}`).sort();
  for (const limit of [1, 10, 136, 137, 138]) {
    let made = 0;
    const seen = await readPages(customer, { limit }, async (page) => {
      if (page % 5 === 0 && made < 2) await aMailbox(app, customer, `user-000-${limit}-${(made += 1)}`);
    });
    expect(seen).toEqual([...new Set(seen)].sort());
    expect(there.filter((address) => !seen.includes(address))).toEqual([]);
  }
});

test('the whole list has a total; a search has one only when all matches are on the page [MBX-01] [API-01]', async () => {
  const customer = await aCustomerWithDomain(app);
  await writeMailboxes(
    app,
    customer,
    Array.from({ length: 25 }, (_, number) => ({ name: `user-${number}` })),
  );
  const read = (input: object) => app.must(listMailboxes, input, { token: customer.token });
  expect(await read({ limit: 10 })).toMatchObject({ total: 25 });
  expect(await read({ q: 'user-2', limit: 10 })).toMatchObject({ total: 6, nextCursor: null });
  const first = await read({ q: 'user', limit: 20 });
  expect(first.total).toBeNull();
  expect(await read({ q: 'user', limit: 20, cursor: first.nextCursor ?? '' })).toMatchObject({
    total: null,
    nextCursor: null,
  });
  expect(await read({ q: 'nobody' })).toMatchObject({ accounts: [], total: 0, nextCursor: null });
  expect(await read({ q: '   ' })).toMatchObject({ total: 25 });
  expect(await readPages(customer, { limit: 4, q: 'user' })).toHaveLength(25);
});

test('one or two letters find the beginning of an address or of a word of the name [MBX-01]', async () => {
  expect(await find('an')).toEqual(['anna', 'bert']);
  expect(await find('A')).toEqual(['anna', 'bert']);
  expect(await find('ob')).toEqual(['anna']);
  expect(await find('nn')).toEqual([]);
  expect(await find('ün')).toEqual(['celine']);
  expect(await find('ÜN')).toEqual(['celine']);
  expect(await find('фё')).toEqual(['fyodor']);
  expect(await find('花')).toEqual(['hanako']);
});

test('three letters and more find any part of the address or the name, in any case and either form of an accent [MBX-01]', async () => {
  expect(await find('nna')).toEqual(['anna', 'bert']);
  expect(await find('OBERHUBER')).toEqual(['anna']);
  expect(await find('straße')).toEqual(['celine']);
  expect(await find('CÉLINE')).toEqual(['celine']);
  expect(await find('Céline'.normalize('NFD'))).toEqual(['celine']);
  expect(await find('ДОСТО')).toEqual(['fyodor']);
  expect(await find('山田 花')).toEqual(['hanako']);
  expect(await find(people.domain)).toHaveLength(8);
  expect(await find('elsewhere')).toEqual([]);
});

test('characters with a meaning to the database are only characters [MBX-01]', async () => {
  expect(await find('%')).toEqual([]);
  expect(await find('_')).toEqual([]);
  expect(await find('%%%')).toEqual([]);
  expect(await find('___')).toEqual([]);
  expect(await find('50%')).toEqual(['d.o.t']);
  expect(await find('off_')).toEqual(['d.o.t']);
  expect(await find("o'h")).toEqual(['eve']);
  expect(await find('" ')).toEqual(['eve']);
  expect(await find('\\ "')).toEqual(['eve']);
  for (const q of ["'", "''", '\\', "\\'", ':*', '&', '!a', '<->', "')", '" OR ""=""', 'x; drop table mailbox']) {
    expect((await app.call(listMailboxes, { q }, { token: people.token })).status, q).toBe(200);
  }
});

test('whatever is searched for, the answer lists only mailboxes of this domain [MBX-01] [API-02]', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.integer({ min: 1, max: 500 }),
      async (q, limit) => {
        const answer = await app.call(listMailboxes, { q, limit }, { token: people.token });
        const accounts = answer.ok ? answer.body.accounts : [];
        expect(answer.ok || answer.code === 'VALIDATION_FAILED').toBe(true);
        expect(accounts.filter(({ email }) => !email.endsWith(`@${people.domain}`))).toEqual([]);
      },
    ),
  );
});

test('a cursor that was tampered with is refused, and one of another domain shows nothing of it [API-01] [API-02]', async () => {
  const { nextCursor } = await app.must(listMailboxes, { limit: 2 }, { token: people.token });
  const cursor = nextCursor ?? '';
  const bad = [
    '',
    '=',
    `${cursor}=`,
    `${cursor}!`,
    ` ${cursor}`,
    '////',
    Buffer.from([0xff, 0xfe]).toString('base64url'),
    Buffer.from('a\0b').toString('base64url'),
  ];
  for (const tampered of bad) {
    const answer = await app.call(listMailboxes, { cursor: tampered }, { token: people.token });
    expect(answer, tampered).toMatchObject({ status: 422, code: 'VALIDATION_FAILED' });
  }
  const other = await aCustomerWithDomain(app);
  expect((await app.must(listMailboxes, { cursor }, { token: other.token })).accounts).toEqual([]);
  for (const limit of [0, -1, 501, 1.5]) {
    expect(await app.refusal(listMailboxes, { limit }, { token: people.token })).toBe('VALIDATION_FAILED');
  }
});
