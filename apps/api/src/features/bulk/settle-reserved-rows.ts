import { MailBackendError } from '@postern/adapter-mail/port';
import { CREATED_LINK_TTL_SECONDS } from '@postern/domain/mailboxes';
import type { Queryable } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import { readBundle } from '../bundles/public.ts';
import { countLinkTo, markMailboxesReady, takeBackMailbox } from '../mailboxes/public.ts';
import { enqueueLinkMail } from '../sign-in/public.ts';
import { type BulkJob, type BulkRow, listReserved, markDone, markFailed, setRowAttrs } from './bulk-repository.ts';
import type { RunDeps } from './run-deps.ts';

const ROWS_AT_ONCE = 500;
const CALLS_AT_ONCE = 16;

type Outcome = 'made' | 'refused' | 'unknown';
type Reserved = BulkRow & { mailboxId: string };

/**
 * Creates the reserved mailboxes in the mail backend, outside any transaction, and then shows them all at once. Creating one again is
 * harmless. A mailbox that the backend refuses is taken back. If the backend doesn't answer, this throws, and the next try settles them.
 */
export async function settleReservedRows(deps: RunDeps, job: BulkJob): Promise<void> {
  const found = await deps.db.asTenant(job.customerId, (tx) => listReserved(tx, job, ROWS_AT_ONCE));
  const rows = found.flatMap((row): Reserved[] =>
    row.mailboxId === null ? [] : [{ ...row, mailboxId: row.mailboxId }],
  );
  if (rows.length === 0) return;
  const outcomes = await makeAll(deps, rows);
  const of = (wanted: Outcome) => rows.filter((_, place) => outcomes[place] === wanted);
  await show(deps, job, of('made'));
  for (const row of of('refused')) await takeBack(deps, job, row);
  if (of('unknown').length > 0) throw new PanelError('MAIL_BACKEND_UNAVAILABLE');
}

/** Creates a few at a time, and stops when the backend doesn't answer. */
async function makeAll(deps: RunDeps, rows: Reserved[]): Promise<Outcome[]> {
  const outcomes = rows.map((): Outcome => 'unknown');
  const waiting = rows.entries();
  let isDown = false;
  const work = async () => {
    for (const [place, { mailboxId, wish }] of waiting) {
      if (isDown) return;
      try {
        await deps.mail.createMailbox({ mailboxId, address: wish.address });
        outcomes[place] = 'made';
      } catch (error) {
        if (error instanceof MailBackendError && error.kind === 'refused') outcomes[place] = 'refused';
        else {
          isDown = true;
          deps.log.warn({ err: error, mailboxId }, 'mailbox not made yet');
        }
      }
    }
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, work));
  return outcomes;
}

async function show(deps: RunDeps, job: BulkJob, rows: Reserved[]): Promise<void> {
  if (rows.length === 0) return;
  const { customerId, bundleId } = job;
  const ids = rows.map(({ mailboxId }) => mailboxId);
  const mailTo = await chooseRecipients(deps, job, rows);
  await deps.db.asTenant(customerId, async (tx) => {
    const ready = await markMailboxesReady(tx, { customerId, bundleId }, ids);
    const isReady = ({ mailboxId }: Reserved) => ready.has(mailboxId);
    const numbers = rows.filter(isReady).map(({ row }) => row);
    const done = numbers.length === 0 ? [] : await markDone(tx, job, numbers);
    await mailLinks(tx, deps, job, done, mailTo);
    // Another process settled these first, after the backend had refused them.
    const gone = rows.filter((row) => !isReady(row));
    if (gone.length > 0) await markFailed(tx, job, gone.map(toRefused));
  });
}

const toRefused = ({ row }: BulkRow) => ({ row, code: 'MAIL_BACKEND_UNAVAILABLE' as const, attrs: {} });

async function takeBack(deps: RunDeps, job: BulkJob, row: Reserved): Promise<void> {
  const { customerId, bundleId } = job;
  const { mailboxId, wish } = row;
  await deps.db.asTenant(customerId, async (tx) => {
    await takeBackMailbox(tx, deps.clock, { customerId, bundleId, mailboxId, address: wish.address });
    await markFailed(tx, job, [toRefused(row)]);
  });
}

/** Chooses who is mailed a link. The limit per recipient keeps inboxes from being flooded; the other links are in the job's result. */
async function chooseRecipients(deps: RunDeps, job: BulkJob, rows: Reserved[]): Promise<Map<number, string>> {
  const chosen = new Map<number, string>();
  if (!job.mailLinks) return chosen;
  for (const { row, wish, linkId } of rows) {
    if (linkId === null || !wish.alternateEmail) continue;
    try {
      await countLinkTo(deps, job, wish.alternateEmail);
      chosen.set(row, wish.alternateEmail);
    } catch (error) {
      if (!(error instanceof PanelError)) throw error;
    }
  }
  return chosen;
}

/** Called in the transaction that marks the rows done, so that each link is mailed once. */
async function mailLinks(
  tx: Queryable,
  deps: RunDeps,
  job: BulkJob,
  done: BulkRow[],
  mailTo: Map<number, string>,
): Promise<void> {
  if (mailTo.size === 0) return;
  const { customerId, bundleId, partnerId } = job;
  const bundle = await readBundle(tx, { customerId, bundleId });
  for (const { row, wish, mailboxId, linkId } of done) {
    const to = mailTo.get(row);
    if (to === undefined || linkId === null || bundle === null) continue;
    await enqueueLinkMail(tx, deps.jobs, linkId, {
      purpose: 'set-password',
      customerId,
      mailboxId,
      to,
      email: wish.address,
      partnerId,
      validHours: CREATED_LINK_TTL_SECONDS / 3600,
      locale: bundle.locale,
    });
    await setRowAttrs(tx, job, row, { mailedTo: to });
  }
}
