import { canDeleteMailbox, leavesActiveAdmin } from '../mailboxes/index.ts';

/** What can be done with many mailboxes at once. */
export type BulkAction = 'suspend' | 'unsuspend' | 'resetPassword' | 'delete';

/** A mailbox that was selected. */
export type SelectedMailbox = {
  isAdmin: boolean;
  isSuspended: boolean;
  alternateEmail: string | null;
  /** The person asking is signed in with it. */
  isOwn: boolean;
  /** The forwarders that deliver to it. */
  forwarderIds?: readonly string[];
};

/**
 * Counts of the whole domain, before anything is done. An active admin is one who isn't suspended. `recipients` are those of each forwarder,
 * by its id.
 */
export type DomainCounts = { activeAdmins: number; mailboxes: number; recipients?: ReadonlyMap<string, number> };

type ActionRefusal =
  | 'NOT_FOUND'
  | 'OWN_MAILBOX'
  | 'NO_ALTERNATE_EMAIL'
  | 'LAST_ADMIN'
  | 'LAST_ACCOUNT'
  | 'LAST_RECIPIENT';
export type ActionPreview = { ok: true; effect: BulkAction | 'none' } | { ok: false; code: ActionRefusal };

/**
 * What an action would do, row by row, as if each row was done before the next. So the last admin, the last mailbox and the last recipient of a
 * forwarder always remain. Null
 * means an address that no mailbox has. Nobody locks themselves out this way.
 */
export function previewBulkAction(
  action: BulkAction,
  rows: readonly (SelectedMailbox | null)[],
  before: DomainCounts,
): ActionPreview[] {
  let { activeAdmins, mailboxes } = before;
  const recipients = new Map(before.recipients);
  return rows.map((row): ActionPreview => {
    if (row === null) return { ok: false, code: 'NOT_FOUND' };
    if (action === 'resetPassword')
      return row.alternateEmail === null ? { ok: false, code: 'NO_ALTERNATE_EMAIL' } : { ok: true, effect: action };
    if (action === 'unsuspend') return { ok: true, effect: row.isSuspended ? action : 'none' };
    if (row.isOwn) return { ok: false, code: 'OWN_MAILBOX' };
    const isActiveAdmin = row.isAdmin && !row.isSuspended;
    const facts = { ...row, otherActiveAdmins: activeAdmins - (isActiveAdmin ? 1 : 0) };
    const verdict =
      action === 'suspend' ? leavesActiveAdmin(facts) : canDeleteMailbox({ ...facts, otherMailboxes: mailboxes - 1 });
    if (!verdict.ok) return { ok: false, code: verdict.code };
    const { forwarderIds = [] } = row;
    if (action === 'delete' && forwarderIds.some((id) => recipients.get(id) === 1))
      return { ok: false, code: 'LAST_RECIPIENT' };
    if (isActiveAdmin) activeAdmins -= 1;
    if (action === 'delete') {
      mailboxes -= 1;
      for (const id of forwarderIds) recipients.set(id, (recipients.get(id) ?? 0) - 1);
    }
    return { ok: true, effect: action === 'suspend' && row.isSuspended ? 'none' : action };
  });
}
