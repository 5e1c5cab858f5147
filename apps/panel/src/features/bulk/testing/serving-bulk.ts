// What the screen loads later is compiled before the first test begins, whose time it would take otherwise.
import '../bulk-page.tsx';
import type { BulkKind, BulkPreviewRow } from '@postern/contract/bulk';
import { checkImports, checkNewMailboxes, readImports, readNewMailboxes } from '@postern/domain/bulk';
import { refusal } from '../../../testing/fake-api.ts';
import type { Handlers } from '../../../testing/operations.ts';
import type { BulkJob } from '../queries.ts';

export const PREVIEW_ID = '00000000-0000-4000-9000-00000000b001';
const DOMAIN = 'bluebottle.coffee';
const LIMIT = 10;
const ACTIVE = 7;

type Row = BulkJob['rows'][number];
type ServedJob = { kind: BulkKind; isFinished: boolean; rows: Row[] };

/** A server that previews by the rules, with 7 of 10 mailboxes in use, and finishes a job when a test says so. */
export function servingBulk() {
  const job: ServedJob = { kind: 'createMailboxes', isFinished: false, rows: [] };
  const handlers: Handlers = {
    previewBulk: ({ kind, csv = '', rows = [] }) => {
      const { mailboxes, ignoredColumns } =
        kind === 'importMail' ? { ...readImports(csv), mailboxes: [] } : readNewMailboxes(csv);
      if (csv.trim() === '' && rows.length === 0)
        throw refusal('VALIDATION_FAILED', {
          attrs: { fields: [{ path: 'csv', code: 'NOTHING_TO_DO', message: '' }] },
        });
      const found =
        kind === 'createMailboxes'
          ? foreseeNew(mailboxes)
          : kind === 'importMail'
            ? foreseeImports(csv)
            : rows.map(foreseeAction(kind));
      const good = found.filter(({ ok }) => ok);
      const missingPlaces = found.filter(({ code }) => code === 'MAILBOX_LIMIT_REACHED').length;
      Object.assign(job, {
        kind,
        rows: good.map(({ row, email, sourceEmail }) => ({
          row,
          email,
          ok: null,
          ...(sourceEmail ? { sourceEmail } : {}),
        })),
      });
      return {
        previewId: PREVIEW_ID,
        rows: found,
        ignoredColumns,
        priceEffect: {
          limit: LIMIT,
          activeBefore: ACTIVE,
          activeAfter: ACTIVE + (kind === 'createMailboxes' ? good.length : kind === 'delete' ? -good.length : 0),
          missingPlaces,
          price: { amount: (missingPlaces * 24).toFixed(2), currency: 'EUR' },
          billingCycle: 'yearly',
        },
      };
    },
    startBulk: () => ({ jobId: PREVIEW_ID }),
    readBulk: ({ rows }) => {
      const count = (ok: boolean) => job.rows.filter((row) => row.ok === ok).length;
      return {
        kind: job.kind,
        status: job.isFinished ? 'finished' : 'running',
        done: count(true),
        failed: count(false),
        total: job.rows.length,
        rows: rows === 'all' ? job.rows : [],
      };
    },
    retryBulk: ({ jobId }) => ({ jobId }),
  };
  /** Finishes the job; `fail` names the rows that fail. */
  function finish(fail: (email: string) => Partial<Row> | null = () => null): void {
    job.rows = job.rows.map((row) => ({ ...row, ok: true, ...linkOf(job.kind, row.email), ...fail(row.email) }));
    job.isFinished = true;
  }
  return { handlers, job, finish };
}

const linkOf = (kind: BulkKind, email: string) =>
  kind === 'createMailboxes'
    ? { setPasswordLink: `https://panel.test/set-password?token=t-${email.split('@')[0]}` }
    : {};

function foreseeNew(mailboxes: Parameters<typeof checkNewMailboxes>[0]): BulkPreviewRow[] {
  let places = LIMIT - ACTIVE;
  return checkNewMailboxes(mailboxes, DOMAIN).map(({ row, email, outcome }): BulkPreviewRow => {
    if (!outcome.ok) return { row, email, ok: false, code: outcome.code, attrs: outcome.attrs };
    places -= 1;
    if (places < 0) return { row, email, ok: false, code: 'MAILBOX_LIMIT_REACHED', attrs: { limit: LIMIT } };
    const { displayName, isAdmin, alternateEmail, password } = outcome.value;
    const effect = isAdmin ? 'createAdmin' : 'create';
    const more = alternateEmail === null ? {} : { alternateEmail };
    return { row, email, ok: true, effect, displayName, hasPassword: password !== null, ...more };
  });
}

/** An account whose password is `wrong` is refused by its server. */
function foreseeImports(csv: string): BulkPreviewRow[] {
  const ground = { domainName: DOMAIN, common: null, allowedPorts: [143, 993] };
  return checkImports(readImports(csv).imports, ground).map(({ row, source, destination, outcome }): BulkPreviewRow => {
    const base = { row, email: destination, sourceEmail: source };
    if (!outcome.ok) return { ...base, ok: false, code: outcome.code, attrs: outcome.attrs };
    const { password, ownerEmail } = outcome.value;
    if (password === 'wrong') return { ...base, ok: false, code: 'IMAP_AUTH_FAILED' };
    if (password !== null) return { ...base, ok: true, effect: 'import' };
    return { ...base, ok: true, effect: 'askOwner', ownerEmail: ownerEmail ?? '' };
  });
}

const foreseeAction =
  (kind: Exclude<BulkKind, 'createMailboxes' | 'importMail'>) =>
  ({ email }: { email: string }, place: number): BulkPreviewRow =>
    email.startsWith('ada@')
      ? { row: place + 1, email, ok: false, code: 'OWN_MAILBOX' }
      : { row: place + 1, email, ok: true, effect: kind };
