import { deleteMailbox } from '@postern/contract/mailbox-administration';
import { listMailboxes, type MailAccount } from '@postern/contract/mailboxes';
import type { OutputOf } from '@postern/contract/operation';
import { signIn } from '@postern/contract/sign-in';
import { foldForSearch, type MailboxSort } from '@postern/domain/mailboxes';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { rowsOf } from '../../../db/client.ts';
import { aCustomerWithDomain, aMailbox, PASSWORD, type TestCustomer } from '../../../testing/builders.ts';
import { useTestApp } from '../../../testing/use-test-app.ts';
import { writeMailboxes } from '../../../testing/write-mailboxes.ts';
import { mailboxFigures } from '../tables.ts';

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
  input: { limit: number; q?: string; sort?: MailboxSort; order?: 'ascending' | 'descending' },
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

test('one or two letters, or more, find any part of the address or the name, in any case, with or without accents [MBX-01]', async () => {
  expect(await find('nn')).toEqual(['anna', 'bert']);
  expect(await find('Ob')).toEqual(['anna']);
  expect(await find('ün')).toEqual(['celine']);
  expect(await find('un')).toEqual(['celine']);
  expect(await find('q')).toEqual([]);
  expect(await find('фё')).toEqual(['fyodor']);
  expect(await find('花')).toEqual(['hanako']);
  expect(await find('d.')).toEqual(['d.o.t']);
  expect(await find('OBERHUBER')).toEqual(['anna']);
  for (const text of ['straße', 'STRASSE', 'CÉLINE', 'celine', 'Céline'.normalize('NFD'), 'ünal-s'])
    expect(await find(text), text).toEqual(['celine']);
  for (const text of ['sahin', 'ŞAHİN', 'ipek', 'İPEK']) expect(await find(text), text).toEqual(['zoe']);
  expect(await find('ДОСТО')).toEqual(['fyodor']);
  expect(await find(people.domain)).toHaveLength(8);
  expect(await find('elsewhere')).toEqual([]);
});

test('an address finds its own mailbox and no other, however long the list of those that end with it [MBX-01] [API-02]', async () => {
  const customer = await aCustomerWithDomain(app);
  const written = ['azoe', 'bzoe', 'czoe', 'zoe'].map((name) => ({ name, displayName: name }));
  await writeMailboxes(app, customer, written);
  const named = async (email: string) => {
    const { accounts, total } = await app.must(listMailboxes, { email, limit: 2 }, { token: customer.token });
    expect(total).toBe(accounts.length);
    return accounts.map((account) => account.email);
  };
  expect(await named(`Zoe@${customer.domain.toUpperCase()}`)).toEqual([`zoe@${customer.domain}`]);
  expect(await named(`oe@${customer.domain}`)).toEqual([]);
  expect(await named(`anna@${people.domain}`)).toEqual([]);
});

test('every word of a search must be there, in any order, short ones too [MBX-01]', async () => {
  expect(await find('oberhuber anna')).toEqual(['anna']);
  expect(await find('annandale  be')).toEqual(['bert']);
  expect(await find('anna bert')).toEqual(['bert']);
  expect(await find('子 hanako 山')).toEqual(['hanako']);
  expect(await find('anna elsewhere')).toEqual([]);
});

test('the database folds what is stored exactly as the domain folds what is looked for [MBX-01]', async () => {
  const letters = fc.string({ unit: fc.constantFrom(...'aZé ÖßẞøØĐłŁıİÇŞĞñæŒþςΣёйѐ山が가각ｶﬁ½'), maxLength: 30 });
  const samples = fc
    .sample(fc.oneof(letters, fc.string({ unit: 'grapheme', maxLength: 30 })), 500)
    .filter((text) => !text.includes('\0'));
  const rows = await rowsOf<{ folded: string }>(
    app.deps.db.global,
    sql`select fold_for_search(one) as folded from unnest(${sql.param(samples.map((text) => text.toLowerCase()))}::text[]) with ordinality as t (one, place) order by place`,
  );
  expect(rows.map(({ folded }) => folded)).toEqual(samples.map(foldForSearch));
});

test('the list is sorted by name and by creation, both ways, and pages hold every mailbox once whatever is created or renamed between [MBX-01]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 500 });
  const names = [
    'Émile',
    'emil',
    'Zoë',
    'Ödön',
    'Otto',
    '',
    'otto',
    'Anna B',
    'anna  a',
    '각'.repeat(200),
    '𝅘𝅥𝅯'.repeat(60),
  ];
  await writeMailboxes(
    app,
    customer,
    Array.from({ length: 45 }, (_, n) => ({
      name: `user-${String((n * 17) % 45).padStart(2, '0')}`,
      displayName: names[n % names.length] ?? '',
    })),
  );
  const all = (await app.must(listMailboxes, { limit: 500 }, { token: customer.token })).accounts;
  const nameOf = ({ displayName, email }: MailAccount) =>
    [...foldForSearch(displayName.replace(/\s+/g, ' ') || (email.split('@')[0] ?? ''))].slice(0, 100).join('');
  const keys = {
    name: nameOf,
    created: ({ createdOnEpochMillis }: MailAccount) => String(createdOnEpochMillis).padStart(16),
    address: () => '',
  };
  for (const sort of ['name', 'created', 'address'] as const)
    for (const order of ['ascending', 'descending'] as const) {
      const byKey = (one: MailAccount) => `${keys[sort](one)}\n${one.email}`;
      const expected = all.map(byKey).sort();
      if (order === 'descending') expected.reverse();
      const seen = await readPages(customer, { limit: 7, sort, order }, async (page) => {
        if (page === 2) await aMailbox(app, customer, `new-${sort}-${order}`);
      });
      const known = new Map(all.map((one) => [one.email, byKey(one)]));
      expect(seen.length).toBe(new Set(seen).size);
      expect(seen.flatMap((email) => known.get(email) ?? [])).toEqual(expected);
    }
});

test('the list is sorted by storage and by last sign-in, as the mail server and a sign-in write them, and pages hold every mailbox once [MBX-01]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 50 });
  const at = (name: string) => `${name}@${customer.domain}`;
  const names = Array.from({ length: 12 }, (_, n) => `user-${String(n).padStart(2, '0')}`);
  await writeMailboxes(
    app,
    customer,
    names.map((name) => ({ name })),
  );
  const owner = await aMailbox(app, customer, 'owner');
  const write = (query: ReturnType<typeof sql>) => app.deps.db.asSystem((tx) => tx.execute(query));
  const store = (name: string, bytes: number) =>
    write(sql`insert into mail_usage (address, bytes) values (${at(name)}, ${bytes})
      on conflict (address) do update set bytes = excluded.bytes`);
  for (const [n, name] of names.entries()) if (n % 3 > 0) await store(name, (n % 5) * 1_048_576);
  await store('user-07', 7_340_032);
  const used = (sort: MailboxSort, order: 'ascending' | 'descending') => readPages(customer, { limit: 5, sort, order });
  const byStorage = await used('storage', 'descending');
  expect(byStorage).toHaveLength(13);
  expect(new Set(byStorage).size).toBe(13);
  expect(byStorage[0]).toBe(at('user-07'));
  expect(await used('storage', 'ascending')).toEqual(byStorage.toReversed());
  const sizes = (await app.must(listMailboxes, { sort: 'storage' }, { token: customer.token })).accounts;
  expect(sizes.map(({ quotaUsed }) => quotaUsed)).toEqual(
    sizes.map(({ quotaUsed }) => quotaUsed).sort((a, b) => a - b),
  );
  expect(sizes.at(-1)?.quotaUsed).toBe(7);
  await write(sql`delete from mail_usage where address = ${at('user-07')}`);
  // Eight have nothing stored then, in no order among themselves.
  expect((await used('storage', 'ascending')).slice(0, 8)).toContain(at('user-07'));

  expect(sizes.map(({ lastSignInEpochMillis }) => lastSignInEpochMillis)).toEqual(Array(13).fill(undefined));
  await app.must(signIn, { email: owner.email, password: PASSWORD });
  const first = await app.must(
    listMailboxes,
    { sort: 'signIn', order: 'descending', limit: 1 },
    { token: customer.token },
  );
  expect(first.accounts[0]).toMatchObject({ email: owner.email, lastSignInEpochMillis: app.clock.now().getTime() });
  const byUse = await used('signIn', 'descending');
  expect(new Set(byUse).size).toBe(13);
  expect(await used('signIn', 'ascending')).toEqual(byUse.toReversed());
  await app.must(deleteMailbox, { email: at('user-03') }, { token: customer.token });
  await write(sql`delete from mailbox where address = ${at('user-03')}`);
  expect(await app.deps.db.asTenant(customer.customerId, (tx) => tx.$count(mailboxFigures))).toBe(12);
});

test('each order of a large list reads an index, and never a whole table [MBX-01] [API-01]', async () => {
  const customer = await aCustomerWithDomain(app, { accounts: 5000 });
  await writeMailboxes(
    app,
    customer,
    Array.from({ length: 4000 }, (_, n) => ({ name: `user-${n}`, displayName: `User ${n % 97}` })),
  );
  await app.deps.db.asSystem((tx) =>
    tx.execute(
      sql`insert into mail_usage (address, bytes) select address, length(md5(address)) * 4096 from mailbox where customer_id = ${customer.customerId}`,
    ),
  );
  for (const table of ['mailbox', 'mailbox_figures']) await app.deps.db.global.execute(sql.raw(`analyze ${table}`));
  const scans = sql`select coalesce(sum(seq_scan), 0)::int as scans from pg_stat_xact_user_tables where relname in ('mailbox', 'mailbox_figures', 'mail_usage')`;
  for (const sort of ['name', 'created', 'storage', 'signIn'] as const)
    for (const descending of [false, true]) {
      const scanned = await app.deps.db.asTenant(customer.customerId, async (tx) => {
        const before = (await rowsOf<{ scans: number }>(tx, scans))[0]?.scans ?? 0;
        const found = await rowsOf(
          tx,
          sql`select * from find_mailboxes(${customer.bundleId}::uuid, '{}', null, null, null, ${sort}, ${descending}, '', '', 101)`,
        );
        expect(found).toHaveLength(101);
        return ((await rowsOf<{ scans: number }>(tx, scans))[0]?.scans ?? 0) - before;
      });
      expect(scanned, `${sort} ${descending}`).toBe(0);
    }
});

test('a mailbox that the mail server does not have yet is found by its own filter, and by nothing else [MBX-01] [MBX-09]', async () => {
  const customer = await aCustomerWithDomain(app);
  await writeMailboxes(app, customer, [{ name: 'ada' }, { name: 'bo' }]);
  await app.deps.db.asSystem((tx) =>
    tx.execute(
      sql`update mailbox set state = 'creating', created_at = now() where address = ${`bo@${customer.domain}`}`,
    ),
  );
  const ask = async (input: object) =>
    (await app.must(listMailboxes, input, { token: customer.token })).accounts.map(
      ({ email, isCreating = false }) => `${email.split('@')[0]} ${isCreating}`,
    );
  expect(await ask({})).toEqual(['ada false']);
  expect(await ask({ sort: 'storage' })).toEqual(['ada false']);
  expect(await ask({ status: 'creating' })).toEqual(['bo true']);
  expect(await ask({ status: 'creating', sort: 'storage' })).toEqual(['bo true']);
});

test('filters by status, role and add-on combine with a search, and a total is given only when all matches are on the page [MBX-01]', async () => {
  const customer = await aCustomerWithDomain(app);
  await writeMailboxes(app, customer, [{ name: 'ada' }, { name: 'bo' }, { name: 'cy' }, { name: 'dee' }]);
  const at = (name: string) => `${name}@${customer.domain}`;
  await app.deps.db.asSystem(async (tx) => {
    await tx.execute(sql`update mailbox set suspended = true where address in (${at('bo')}, ${at('cy')})`);
    await tx.execute(sql`update mailbox set is_admin = true where address in (${at('ada')}, ${at('cy')})`);
    await tx.execute(
      sql`insert into mail_usage (address, bytes) select address, quota_mb * 1048576::bigint from mailbox where address = ${at('dee')}`,
    );
    await tx.execute(sql`insert into order_add_on (customer_id, bundle_id, add_on_id, type, mailbox_id, status, created_at)
      select customer_id, bundle_id, gen_random_uuid(), (select type from add_on limit 1), mailbox_id, 'active', now() from mailbox where address = ${at('bo')}`);
  });
  const [{ type } = { type: '' }] = await rowsOf<{ type: string }>(
    app.deps.db.global,
    sql`select type from add_on limit 1`,
  );
  const ask = async (input: object) => {
    const { accounts, total } = await app.must(listMailboxes, input, { token: customer.token });
    expect(total).toBe(accounts.length);
    return accounts.map(({ email }) => email.split('@')[0]);
  };
  expect(await ask({ status: 'suspended' })).toEqual(['bo', 'cy']);
  expect(await ask({ status: 'active' })).toEqual(['ada', 'dee']);
  expect(await ask({ status: 'full' })).toEqual(['dee']);
  expect(await ask({ role: 'admin' })).toEqual(['ada', 'cy']);
  expect(await ask({ role: 'admin', status: 'suspended' })).toEqual(['cy']);
  expect(await ask({ role: 'member', order: 'descending' })).toEqual(['dee', 'bo']);
  expect(await ask({ addOn: type })).toEqual(['bo']);
  expect(await ask({ addOn: `'; drop table mailbox; --` })).toEqual([]);
  expect(await ask({ status: 'suspended', q: 'c' })).toContain('cy');
  const other = await aCustomerWithDomain(app);
  expect((await app.must(listMailboxes, { status: 'suspended' }, { token: other.token })).accounts).toEqual([]);
  expect(await app.must(listMailboxes, { status: 'suspended', limit: 1 }, { token: customer.token })).toMatchObject({
    total: null,
  });
});

test('characters with a meaning to the database are only characters [MBX-01]', async () => {
  expect(await find('%')).toEqual(['d.o.t']);
  expect(await find('_')).toEqual(['d.o.t']);
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
  const byName = await app.must(listMailboxes, { limit: 2, sort: 'name' }, { token: people.token });
  const forge = (sort: string, key: string, last = '00000000-0000-4000-9000-000000000001') =>
    Buffer.from(JSON.stringify([sort, key, last])).toString('base64url');
  const forged = forge('created', 'soon', 'a@b');
  for (const input of [
    { cursor: byName.nextCursor ?? '' },
    { cursor: byName.nextCursor ?? '', sort: 'created' as const },
    { cursor: byName.nextCursor ?? '', sort: 'name' as const, order: 'descending' as const },
    { cursor, sort: 'name' as const },
    ...['many', '-1', '1e3', '9'.repeat(30)].map((key) => ({
      cursor: forge('storage', key),
      sort: 'storage' as const,
    })),
    { cursor: forge('storage', '5', 'a@b'), sort: 'storage' as const },
    { cursor: forge('signIn', 'soon'), sort: 'signIn' as const },
    { cursor: forged, sort: 'created' as const },
  ])
    expect(await app.refusal(listMailboxes, input, { token: people.token })).toBe('VALIDATION_FAILED');
  const other = await aCustomerWithDomain(app);
  expect((await app.must(listMailboxes, { cursor }, { token: other.token })).accounts).toEqual([]);
  for (const limit of [0, -1, 501, 1.5]) {
    expect(await app.refusal(listMailboxes, { limit }, { token: people.token })).toBe('VALIDATION_FAILED');
  }
});
