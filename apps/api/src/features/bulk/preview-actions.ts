import { BULK_ROW_CODES, type BulkPreviewRow } from '@postern/contract/bulk';
import { normaliseEmailAddress } from '@postern/domain/addresses';
import { BULK_ROWS_MAXIMUM, type BulkAction, previewBulkAction, type SelectedMailbox } from '@postern/domain/bulk';
import { searchWords } from '@postern/domain/mailboxes';
import type { Database } from '../../db/client.ts';
import { invalid } from '../../http/panel-error.ts';
import type { SessionActor } from '../../http/request-context.ts';
import { countRecipientsOf } from '../forwarders/public.ts';
import { listMailboxesByAddress, readMailboxPage } from '../mailboxes/public.ts';
import type { ExpectedOutcome, PreviewInput } from './expected-outcome.ts';
import type { Domain } from './read-domain.ts';

type ActionInput = PreviewInput & { kind: BulkAction };
type Selected = SelectedMailbox & { mailboxId: string };
type Named = { email: string; mailbox: Selected | null };

/** Previews an action on existing mailboxes: the named ones, or all that a search finds except some. */
export async function previewActions(
  deps: { db: Database },
  actor: SessionActor,
  domain: Domain,
  input: ActionInput,
): Promise<ExpectedOutcome> {
  const named =
    input.matching === undefined ? await listNamed(deps, actor, input) : await listMatching(deps, actor, input);
  const path = input.matching === undefined ? 'rows' : 'matching';
  if (named.length === 0) throw invalid([{ path, code: 'NOTHING_TO_DO', message: 'Choose at least one mailbox.' }]);
  if (named.length > BULK_ROWS_MAXIMUM)
    throw invalid([{ path, code: 'TOO_MANY_ROWS', message: `Choose at most ${BULK_ROWS_MAXIMUM} mailboxes.` }]);
  const { activeAdmins, mailboxCount } = domain;
  const { recipients, forwardersOf } = await deps.db.asTenant(actor.customerId, (tx) => countRecipientsOf(tx, actor));
  const preview = previewBulkAction(
    input.kind,
    named.map(({ mailbox }) => mailbox && { ...mailbox, forwarderIds: forwardersOf.get(mailbox.mailboxId) ?? [] }),
    { activeAdmins, mailboxes: mailboxCount, recipients },
  );
  const rows = named.map(({ email }, place): BulkPreviewRow => {
    const row = place + 1;
    const one = preview[place];
    if (one === undefined || !one.ok) {
      const code = one?.code ?? 'NOT_FOUND';
      return { row, email, ok: false, code, message: BULK_ROW_CODES[code] };
    }
    return { row, email, ok: true, effect: one.effect };
  });
  // Rows that need no change are shown, but left out of the job.
  const feasible = rows
    .filter(({ ok, effect }) => ok && effect !== 'none')
    .map(({ row, email }) => ({ row, wish: { address: email }, password: null }));
  const activeAfter = mailboxCount - (input.kind === 'delete' ? feasible.length : 0);
  return { rows, feasible, activeAfter, missingPlaces: 0, ignoredColumns: [] };
}

/** Each address once, in the given order. */
async function listNamed({ db }: { db: Database }, actor: SessionActor, { rows = [] }: ActionInput): Promise<Named[]> {
  const addresses = [...new Set(rows.map(({ email }) => normaliseEmailAddress(email)))];
  const found = await db.asTenant(actor.customerId, (tx) => listMailboxesByAddress(tx, actor, addresses));
  const byAddress = new Map(found.map((one) => [one.address, one]));
  return addresses.map((email) => {
    const mailbox = byAddress.get(email);
    return { email, mailbox: mailbox === undefined ? null : toSelected(actor, mailbox) };
  });
}

async function listMatching(
  { db }: { db: Database },
  actor: SessionActor,
  { matching }: ActionInput,
): Promise<Named[]> {
  const except = new Set(matching?.except.map(normaliseEmailAddress));
  const { q = '', status, role, addOn } = matching ?? {};
  const words = searchWords(q);
  const limit = BULK_ROWS_MAXIMUM + except.size + 1;
  const found = await readMailboxPage(db, actor, { words, view: { status, role, addOn }, limit });
  const rows = (found?.rows ?? []).filter(({ address }) => !except.has(address));
  return rows.map((row) => ({ email: row.address, mailbox: toSelected(actor, row) }));
}

const toSelected = (
  actor: SessionActor,
  row: { mailboxId: string; isAdmin: boolean; suspended: boolean; alternateEmail: string | null },
): Selected => ({
  mailboxId: row.mailboxId,
  isAdmin: row.isAdmin,
  isSuspended: row.suspended,
  alternateEmail: row.alternateEmail,
  isOwn: row.mailboxId === actor.mailboxId,
});
