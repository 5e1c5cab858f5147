import { exportMailboxes, listMailboxes } from '@postern/contract/mailboxes';
import { readNewMailboxes } from '@postern/domain/bulk';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { auditOf } from '../../../testing/audit-rows.ts';
import { aCustomerWithDomain, type TestCustomer } from '../../../testing/builders.ts';
import { aSessionAs } from '../../../testing/session-as.ts';
import { readProblem } from '../../../testing/test-client.ts';
import { useTestApp } from '../../../testing/use-test-app.ts';
import { writeMailboxes } from '../../../testing/write-mailboxes.ts';

const app = useTestApp({ webhooks: false });
const MANY = 1203;
let customer: TestCustomer;
beforeAll(async () => {
  customer = await aCustomerWithDomain(app, { accounts: 5000 });
  await writeMailboxes(app, customer, [
    { name: 'ada', displayName: '=HYPERLINK("http://evil.test";"Ada")' },
    { name: 'bo', displayName: 'Bo "the boss", Ltd' },
    ...Array.from({ length: MANY }, (_, n) => ({ name: `user-${n}`, displayName: `User ${n % 7}` })),
  ]);
  await app.deps.db.asSystem((tx) =>
    tx.execute(sql`update mailbox set is_admin = true where address = ${`bo@${customer.domain}`}`),
  );
});

async function download(query: Record<string, string>, token = customer.token) {
  const url = `${app.baseUrl}${exportMailboxes.path}?${String(new URLSearchParams(query))}`;
  const response = await fetch(url, { headers: { 'x-auth': 'controlPanel', authorization: `Bearer ${token}` } });
  if (!response.ok) return { code: readProblem(response, await response.json()).code, text: '', rows: [] };
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toContain('attachment');
  expect(response.headers.get('cache-control')).toContain('no-store');
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const text = bytes.toString('utf8');
  return { code: null, text, rows: readNewMailboxes(text).mailboxes.map(({ email }) => email.split('@')[0]) };
}

test('the file has every mailbox once, in the order of the list, however many pages it takes [MBX-01]', async () => {
  const { rows } = await download({ sort: 'name', order: 'descending' });
  expect(rows).toHaveLength(MANY + 2);
  expect(new Set(rows).size).toBe(MANY + 2);
  const first = await app.must(
    listMailboxes,
    { sort: 'name', order: 'descending', limit: 500 },
    { token: customer.token },
  );
  expect(rows.slice(0, 500)).toEqual(first.accounts.map(({ email }) => email.split('@')[0]));
});

test('the file has what the search and the filters find, and nothing of another customer [MBX-01] [API-02]', async () => {
  expect((await download({ role: 'admin' })).rows).toEqual(['bo']);
  expect((await download({ q: 'user-120' })).rows).toEqual(['user-1200', 'user-1201', 'user-1202', 'user-120']);
  expect((await download({ q: 'nobody-here' })).rows).toEqual([]);
  const other = await aCustomerWithDomain(app);
  expect((await download({}, other.token)).rows).toEqual([]);
});

test('a name that a spreadsheet would run as a formula, or that has quotes and commas, is only text [MBX-01]', async () => {
  const { text } = await download({ q: 'ada' });
  expect(text).toContain(`,"'=HYPERLINK(""http://evil.test"";""Ada"")",`);
  expect(text).not.toMatch(/(^|,)"?[=+@]/m);
  expect((await download({ q: 'boss' })).text).toContain('"Bo ""the boss"", Ltd"');
});

test('only those who may see the list download it, a bad query is refused, and each download is recorded [SUP-01] [API-02]', async () => {
  const member = await aSessionAs(app, customer, { role: 'accountAdmin', email: `user-1@${customer.domain}` });
  expect((await download({}, member)).code).toBe('NOT_AUTHORIZED');
  expect((await download({}, 'no-token')).code).toBe('UNAUTHENTICATED');
  expect((await download({ sort: 'sideways' })).code).toBe('VALIDATION_FAILED');
  const recorded = async () =>
    (await auditOf(app, customer.customerId)).filter((action) => action === 'mailbox.exported').length;
  const before = await recorded();
  expect((await download({ q: 'ada' })).code).toBeNull();
  expect(await recorded()).toBe(before + 1);
});
