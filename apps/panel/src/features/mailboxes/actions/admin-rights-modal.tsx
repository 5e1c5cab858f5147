import { leavesActiveAdmin } from '@postern/domain/mailboxes';
import { ConfirmDialog } from '@postern/ui/overlays/confirm-dialog';
import { useSingleCall } from '../../../lib/forms/use-single-call.ts';
import { useUndo } from '../../../lib/forms/use-undo.ts';
import { hasCode } from '../../../lib/http/api-error.ts';
import { errorText } from '../../../lib/http/error-text.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { showToast } from '../../../lib/toasts.ts';
import type { DialogProps } from '../dialog-props.ts';
import { LastAdminModal } from '../last-admin-modal.tsx';
import { nameOf } from '../mailbox-name.ts';
import { updateMailboxMutation } from '../queries.ts';
import { useIsOwnMailbox } from '../use-own-mailbox.ts';

/** Gives the admin right, or takes it away; never the last active admin's. Spec 2 §4, admin flag. */
export function AdminRightsModal({ mailbox, facts, open, onClose, give }: DialogProps & { give: boolean }) {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const isOwn = useIsOwnMailbox(mailbox);
  const words = { name: nameOf(mailbox), email: mailbox.email, domain };
  const undo = useUndo(updateMailboxMutation(bundleId));
  const doneText = (isAdmin: boolean) => t(isAdmin ? 'mailboxes.makeAdmin.done' : 'mailboxes.removeAdmin.done', words);
  const { run, pending, error } = useSingleCall(updateMailboxMutation(bundleId), () => {
    // Admins who gave up their own rights can't take them back.
    const back = { accountId: mailbox.id, accountConfig: { isAdmin: !give } };
    showToast(doneText(give), { kind: 'success', ...(!isOwn && { actions: [undo(back, doneText(!give))] }) });
    onClose();
  });
  const isBlocked = !give && (!leavesActiveAdmin(facts).ok || hasCode(error, 'LAST_ADMIN'));
  const place = give ? 'makeAdmin' : 'removeAdmin';
  return (
    <>
      <ConfirmDialog
        open={open && !isBlocked}
        onClose={onClose}
        onConfirm={() => run({ accountId: mailbox.id, accountConfig: { isAdmin: give } })}
        title={t(`mailboxes.${place}.title`, words)}
        confirmLabel={t(`mailboxes.${place}.confirm`)}
        cancelLabel={t('mailboxes.dialog.cancel')}
        closeLabel={t('mailboxes.dialog.close')}
        danger={!give && isOwn}
        pending={pending}
        error={error && errorText(error, t)}
      >
        <p>{t(`mailboxes.${place}.text`, words)}</p>
        {!give && isOwn && <p className="mt-3">{t('mailboxes.removeAdmin.own')}</p>}
      </ConfirmDialog>
      <LastAdminModal mailbox={mailbox} open={open && isBlocked} onClose={onClose} wish="removeAdmin" />
    </>
  );
}
