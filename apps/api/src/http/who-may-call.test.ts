import { exportActivity } from '@postern/contract/activity';
import { ALL_OPERATIONS } from '@postern/contract/all-operations';
import { invoicePdf, invoiceXml } from '@postern/contract/invoices';
import { followChanges } from '@postern/contract/live';
import { exportMailboxes } from '@postern/contract/mailboxes';
import type { Operation } from '@postern/contract/operation';
import { expect, test } from 'vitest';
import type { TestCustomer } from '../testing/builders.ts';
import { aNamedDomain, type Caller, everyCaller } from '../testing/callers.ts';
import { readProblem } from '../testing/test-client.ts';
import { rowsOfTenant } from '../testing/try-foreign-ids.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { exampleOf } from './openapi/openapi-examples.ts';

const app = useTestApp({ webhooks: false });
const TABLE = new URL('../../../../docs/who-may-call.md', import.meta.url).pathname;

type Called = Pick<Operation, 'id' | 'feature' | 'access' | 'method' | 'path'>;
/** Answers that are files or streams. */
const DOWNLOADS: readonly Called[] = [exportActivity, exportMailboxes, invoicePdf, invoiceXml, followChanges];
const ACCESS = ['session', 'staff', 'partner', 'purchase', 'open'] as const;
const rank = ({ access }: Called) => ACCESS.indexOf(access);
const CALLED: readonly Called[] = [...ALL_OPERATIONS, ...DOWNLOADS].toSorted(
  (one, other) => rank(one) - rank(other) || one.feature.localeCompare(other.feature) || one.id.localeCompare(other.id),
);
const BEHIND_A_DOOR = CALLED.filter(({ access }) => access !== 'open');
/** Open to everyone, because the call itself carries a password, a code or a mailed link. */
const OPEN = CALLED.filter(({ access }) => access === 'open');

/** Operations that end the session or token with which they are called. */
const LAST_WORDS = ['signOut', 'endVisit', 'signOutStaff', 'resetPassword', 'changePassword', 'askForErasure'];

/** How the table shows answers that refuse the caller regardless of the input. */
const TURNED_AWAY: Readonly<Record<string, string>> = {
  UNAUTHENTICATED: '401',
  NOT_AUTHORIZED: '403',
  BUNDLE_NOT_FOUND: '404',
};

const INVOICE = '0190c4a0-1111-7111-8111-111111111111';

/** The recorded example's input, with this domain's own ids. It is valid, so only the caller's identity decides. */
function inputOf({ id }: Called, ids: Readonly<Record<string, string>>): Record<string, unknown> {
  const input = (exampleOf(id)?.input ?? {}) as Record<string, unknown>;
  const own = Object.entries(ids).filter(([name]) => name in input);
  return { ...input, ...Object.fromEntries(own) };
}

/** The code of the answer, or null if the call was done. */
async function codeOf(called: Called, ids: Record<string, string>, { bundleId }: Caller, token: string | undefined) {
  const operation = ALL_OPERATIONS.find(({ id }) => id === called.id);
  if (operation) {
    const answer = await app.call(operation, inputOf(called, ids) as never, {
      ...{ token, ...(bundleId !== undefined && { bundleId }) },
    });
    return answer.ok ? null : answer.code;
  }
  const url = new URL(called.path.replace('{invoiceId}', INVOICE), app.baseUrl);
  if (bundleId !== undefined) url.searchParams.set('bundleId', bundleId);
  const headers = { 'x-auth': 'controlPanel', ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  const leaving = new AbortController();
  const response = await fetch(url, { headers, signal: leaving.signal });
  const code = response.ok ? null : readProblem(response, await response.json()).code;
  leaving.abort();
  return code;
}

function cellOf({ access }: Called, code: string | null, { isElsewhere }: Caller): string {
  if (code !== null && code in TURNED_AWAY) return TURNED_AWAY[code] ?? code;
  return isElsewhere && access !== 'open' ? (code ?? 'own') : 'in';
}

/** Makes these calls as one caller, and returns the answers. */
async function answersTo(caller: Caller, calls: readonly Called[], ids: Record<string, string>): Promise<string[]> {
  const column: string[] = [];
  let token: string | undefined;
  let holdsToken = false;
  for (const called of calls) {
    if (!holdsToken) token = await caller.token();
    holdsToken = !LAST_WORDS.includes(called.id);
    column.push(cellOf(called, await codeOf(called, ids, caller, token), caller));
  }
  return column;
}

/** Every row about the domain, in any table. */
async function rowsOfDomain(customer: TestCustomer): Promise<unknown[]> {
  const tables = JSON.parse(await rowsOfTenant(app, customer)) as unknown[];
  const rows = tables.flat() as (string | { row: Record<string, unknown> })[];
  return rows.filter((one) => typeof one === 'object' && one.row['bundle_id'] === customer.bundleId);
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function tableOf(callers: readonly Caller[], columns: readonly string[][]): string {
  const heads = ['Operation', 'Needs', ...callers.map(({ head }) => head)];
  const rows = CALLED.map(({ id, access }, index) =>
    row([id, access, ...columns.map((column) => column[index] ?? '')]),
  );
  return `# Who may call which operation

Each kind of caller calls every operation of the API: ${CALLED.length} operations and ${callers.length} callers, which is
${CALLED.length * callers.length} calls of a running server. \`who-may-call.test.ts\` makes the calls and compares the answers with this file;
\`npm test -- --only=api who-may-call -u\` writes it again. Read the difference before you commit it: it says who gets in where.

| Cell | Answer |
|---|---|
| in | the caller is let in: the call is done, or refused for what it asks for |
| 401 | UNAUTHENTICATED: what the caller holds is no key to this |
| 403 | NOT_AUTHORIZED: the caller is known, and may not |
| 404 | BUNDLE_NOT_FOUND: the domain is not the caller's |
| own | done in the caller's own domain; no row about this domain has changed |
| another code | refused in the caller's own domain, or at that partner's customers, with this code |

| Caller | |
|---|---|
${callers.map(({ head, who }) => row([head, who])).join('\n')}

${row(heads)}
|${'---|'.repeat(heads.length)}
${rows.join('\n')}
`;
}

test('for each role, every operation accepts and refuses the callers that the table says, as the running server answers [SUP-01] [API-02] [ENT-12]', async () => {
  const { customer, ids } = await aNamedDomain(app);
  const callers = await everyCaller(app, customer, ids['accountId'] ?? '');
  const columns: string[][] = [];
  for (const caller of callers) {
    const before = await rowsOfDomain(customer);
    const column = await answersTo(caller, BEHIND_A_DOOR, ids);
    const after = caller.isStranger ? await rowsOfDomain(customer) : before;
    expect(after, caller.head).toEqual(before);
    columns.push([...column, ...(await answersTo(caller, OPEN, ids))]);
  }
  expect(CALLED.length * callers.length).toBeGreaterThan(2000);
  await expect(tableOf(callers, columns)).toMatchFileSnapshot(TABLE);
}, 300_000);
