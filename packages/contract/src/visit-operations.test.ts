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

test('the list for support visits decides every operation that a session may call, and no other name [SUP-01]', () => {
  const downloads = [activity.exportActivity, mailboxes.exportMailboxes, invoices.invoicePdf, invoices.invoiceXml];
  const callable = [...ALL_OPERATIONS.filter(({ access }) => access === 'session'), ...downloads, followChanges];
  expect([...ALLOWED_IN_VISITS, ...REFUSED_IN_VISITS].sort()).toEqual(callable.map(({ id }) => id).sort());
});

test('an undecided operation is refused, even if it is named like a built-in property of objects [SUP-01]', () => {
  for (const id of ['somethingNew', 'constructor', '__proto__', '']) expect(mayInVisit(id), id).toBe(false);
});

test('a visit may never call operations that need the password again, delete, cancel, export, pay or make a way to sign in [SUP-01]', () => {
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
  ['SRV', false],
])('a record of type %s may be set in a visit: %s [SUP-01]', (type, may) => {
  expect(mayInVisitWith('upsertDnsRecord', { type, host: '@', values: [] })).toBe(may);
});
