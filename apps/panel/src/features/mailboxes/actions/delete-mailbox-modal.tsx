import type { MailAccount } from '@postern/contract/mailboxes';
import { canDeleteMailbox, formatStorage } from '@postern/domain/mailboxes';
import { ConfirmDialog } from '@postern/ui/overlays/confirm-dialog';
import { useState } from 'react';
import { useSingleCall } from '../../../lib/forms/use-single-call.ts';
import { hasCode } from '../../../lib/http/api-error.ts';
import { errorText } from '../../../lib/http/error-text.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useLocale, useText } from '../../../lib/i18n/texts.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { showToast } from '../../../lib/toasts.ts';
import { addOnNames } from '../add-on-names.ts';
import type { DialogProps } from '../dialog-props.ts';
import { LastAdminModal } from '../last-admin-modal.tsx';
import { deleteMailboxMutation } from '../queries.ts';
import { useIsOwnMailbox } from '../use-own-mailbox.ts';
import { EmptiedForwardersModal } from './emptied-forwarders-modal.tsx';
import { ReplaceMailboxModal } from './replace-mailbox-modal.tsx';

type Props = DialogProps & { onCreated: (created: MailAccount) => void };

/**
 * Deletes a mailbox. Add-ons cause a warning first, the last admin can't be deleted, the last mailbox is replaced. Forwarders that would
 * have no recipient cause a question. Spec 2 §4, delete dialog.
 */
export function DeleteMailboxModal({ mailbox, facts, open, onClose, onCreated }: Props) {
  const t = useText();
  const { bundleId = '' } = useSession();
  const { email, isAdmin, isCatchAll, addons } = mailbox;
  const format = useFormat();
  const [isWarned, setWarned] = useState(addons.length === 0);
  const done = () => {
    showToast(t('mailboxes.delete.done', { email }), { kind: 'success' });
    onClose();
  };
  const { run, pending, error } = useSingleCall(deleteMailboxMutation(bundleId), done);
  const verdict = canDeleteMailbox(facts);
  const isRefused = (code: 'LAST_ADMIN' | 'LAST_ACCOUNT') =>
    hasCode(error, code) || (!verdict.ok && verdict.code === code);
  const isBlocked = isRefused('LAST_ADMIN');
  const isLast = isRefused('LAST_ACCOUNT');
  const isPlain = !isAdmin && !isCatchAll && !isLast;

  function confirm() {
    if (isWarned || isPlain) run({ email });
    else setWarned(true);
  }
  const isReplacing = isLast && isWarned;
  const forwarders = forwardersIn(error);
  return (
    <>
      <ConfirmDialog
        open={open && !isBlocked && !isReplacing && forwarders.length === 0}
        onClose={onClose}
        onConfirm={confirm}
        title={t('mailboxes.delete.title', { email })}
        confirmLabel={t(isWarned || isPlain ? 'mailboxes.delete.confirm' : 'mailboxes.delete.continue')}
        cancelLabel={t('mailboxes.dialog.cancel')}
        closeLabel={t('mailboxes.dialog.close')}
        danger
        pending={pending}
        error={error && errorText(error, t)}
      >
        {isWarned ? (
          <WhatIsLost mailbox={mailbox} />
        ) : (
          <>
            <p>
              {t('mailboxes.delete.addons', {
                count: addons.length,
                headings: format.list(addOnNames(mailbox, format)),
              })}
            </p>
            {isPlain && <p className="mt-3">{t('mailboxes.delete.text')}</p>}
          </>
        )}
      </ConfirmDialog>
      <LastAdminModal mailbox={mailbox} open={open && isBlocked} onClose={onClose} wish="delete" />
      {forwarders.length > 0 && (
        <EmptiedForwardersModal mailbox={mailbox} forwarders={forwarders} open={open} onClose={onClose} onDone={done} />
      )}
      <ReplaceMailboxModal mailbox={mailbox} open={open && isReplacing} onClose={onClose} onCreated={onCreated} />
    </>
  );
}

/** The forwarders because of which the deletion was refused: they deliver to this mailbox only. */
function forwardersIn(error: unknown): string[] {
  const named = hasCode(error, 'LAST_RECIPIENT') ? error.attrs['forwarders'] : null;
  return Array.isArray(named) ? named.map(String) : [];
}

function WhatIsLost({ mailbox }: { mailbox: MailAccount }) {
  const t = useText();
  const locale = useLocale();
  const { domain = '' } = useSession();
  const isOwn = useIsOwnMailbox(mailbox);
  const { isAdmin, isCatchAll, quotaUsed } = mailbox;
  return (
    <div className="grid gap-3">
      <p>
        {quotaUsed > 0
          ? t('mailboxes.delete.textWithMail', { used: formatStorage(quotaUsed, locale) })
          : t('mailboxes.delete.text')}
      </p>
      {isAdmin && <p>{t('mailboxes.delete.admin', { domain })}</p>}
      {isCatchAll && <p>{t('mailboxes.delete.catchAll')}</p>}
      {isOwn && <p>{t('mailboxes.delete.own')}</p>}
    </div>
  );
}
