import {
  ALLOWED_IN_VISITS,
  mayInVisit,
  mayInVisitWith,
  REFUSED_IN_VISITS,
  visitRule,
} from '@postern/domain/support-visits';
import { expect, test } from 'vitest';
import * as activity from './activity.ts';
import { ALL_OPERATIONS } from './all-operations.ts';
import * as invoices from './invoices.ts';
import { followChanges } from './live.ts';
import * as mailboxes from './mailboxes.ts';

test('every operation that a session may call is decided for support visits, and no other name is [SUP-01]', () => {
  const downloads = [activity.exportActivity, mailboxes.exportMailboxes, invoices.invoicePdf, invoices.invoiceXml];
  const callable = [...ALL_OPERATIONS.filter(({ access }) => access === 'session'), ...downloads, followChanges];
  expect([...ALLOWED_IN_VISITS, ...REFUSED_IN_VISITS].sort()).toEqual(callable.map(({ id }) => id).sort());
});

test('an operation that nobody has decided is refused, also under a name of every object [SUP-01]', () => {
  for (const id of ['somethingNew', 'constructor', '__proto__', '']) expect(mayInVisit(id), id).toBe(false);
});

test('what needs the password again, deletes, cancels, exports, pays or makes a way to sign in is never for a visit [SUP-01]', () => {
  const forbidden =
    /delete|removeAlias|cancel|export|download|erasure|payment|charge|card|invoice|password|totp|recovery|createMailbox|entri|^sign|restore|updateUser|updateMailbox/i;
  const sensitive = ALL_OPERATIONS.filter(
    ({ access, id, needsPassword }) => access === 'session' && (forbidden.test(id) || needsPassword !== undefined),
  );
  expect(sensitive.length).toBeGreaterThan(30);
  for (const { id } of sensitive) expect(visitRule(id).is, id).toBe('never');
});

test.each([
  ['A', true],
  ['TXT', true],
  ['MX', false],
  [' mx ', false],
  ['ns', false],
])('a record of type %s may be set in a visit: %s [SUP-01]', (type, may) => {
  expect(mayInVisitWith('upsertDnsRecord', { type, host: '@', values: [] })).toBe(may);
});
