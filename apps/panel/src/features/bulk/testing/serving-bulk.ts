// What the screen loads later is compiled before the first test begins, whose time it would take otherwise.
import '../bulk-page.tsx';
import type { BulkKind, BulkPreviewRow } from '@postern/contract/bulk';
import { checkNewMailboxes, readNewMailboxes } from '@postern/domain/bulk';
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
      const { mailboxes, ignoredColumns } = readNewMailboxes(csv);
      if (mailboxes.length + rows.length === 0)
        throw refusal('VALIDATION_FAILED', {
          attrs: { fields: [{ path: 'csv', code: 'NOTHING_TO_DO', message: '' }] },
        });
      const found = kind === 'createMailboxes' ? foreseeNew(mailboxes) : rows.map(foreseeAction(kind));
      const good = found.filter(({ ok }) => ok);
      const missingPlaces = found.filter(({ code }) => code === 'MAILBOX_LIMIT_REACHED').length;
      Object.assign(job, { kind, rows: good.map(({ row, email }) => ({ row, email, ok: null })) });
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

const foreseeAction =
  (kind: Exclude<BulkKind, 'createMailboxes'>) =>
  ({ email }: { email: string }, place: number): BulkPreviewRow =>
    email.startsWith('ada@')
      ? { row: place + 1, email, ok: false, code: 'OWN_MAILBOX' }
      : { row: place + 1, email, ok: true, effect: kind };
