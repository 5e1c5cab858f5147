import { Button } from '@postern/ui/buttons/button';
import { Banner } from '@postern/ui/feedback/banner';
import { Skeleton } from '@postern/ui/feedback/skeleton';
import { Modal } from '@postern/ui/overlays/modal';
import { useSingleCall } from '../../../lib/forms/use-single-call.ts';
import { hasCode } from '../../../lib/http/api-error.ts';
import { errorText } from '../../../lib/http/error-text.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { showToast } from '../../../lib/toasts.ts';
import type { DialogProps } from '../dialog-props.ts';
import { nameOf } from '../mailbox-name.ts';
import { unsuspendMailboxMutation } from '../queries.ts';
import { SuspensionList } from './suspension-list.tsx';
import { type Suspensions, useSuspensions } from './use-suspensions.ts';

/** What lifting the viewer's own suspensions changes. */
type Outlook = 'active' | 'staysSuspended' | 'notAllowed' | 'isActive';

function outlookOf({ own, others }: Suspensions): Outlook {
  if (own.length > 0) return others.length > 0 ? 'staysSuspended' : 'active';
  return others.length > 0 ? 'notAllowed' : 'isActive';
}

/** Lifts the viewer's own suspensions, and says first if others keep the mailbox suspended. Spec 2 §4, account status. */
export function UnsuspendModal({ mailbox, open, onClose }: DialogProps) {
  const t = useText();
  const { bundleId = '' } = useSession();
  const { email } = mailbox;
  const suspensions = useSuspensions(mailbox, open);
  const { run, pending, error } = useSingleCall(unsuspendMailboxMutation(bundleId), (status) => {
    const isActive = status === 'active';
    const words = t(isActive ? 'mailboxes.unsuspend.done' : 'mailboxes.unsuspend.doneForOwn', { email });
    showToast(words, { kind: isActive ? 'success' : 'info' });
    onClose();
  });
  const outlook = suspensions.isKnown ? outlookOf(suspensions) : null;
  const isReading = !outlook && !suspensions.error;
  const canLift = outlook === 'active' || outlook === 'staysSuspended';
  return (
    <Modal
      open={open}
      onClose={onClose}
      width={460}
      title={t('mailboxes.unsuspend.title', { name: nameOf(mailbox) })}
      closeLabel={t('mailboxes.dialog.close')}
      locked={pending}
      footer={
        <>
          <Button kind={canLift || !outlook ? 'quiet' : 'primary'} onClick={onClose} disabled={pending}>
            {t(canLift || !outlook ? 'mailboxes.dialog.cancel' : 'mailboxes.dialog.close')}
          </Button>
          {(canLift || isReading) && (
            <Button onClick={() => run({ id: mailbox.id, email })} pending={pending || isReading}>
              {t('mailboxes.unsuspend.confirm')}
            </Button>
          )}
        </>
      }
    >
      {outlook ? (
        <div className="grid gap-4">
          <p className="text-2nd">{t(`mailboxes.unsuspend.${outlook}`, { email })}</p>
          {outlook !== 'isActive' && <SuspensionList {...suspensions} />}
          {error && (
            <Banner kind="bad" live>
              {hasCode(error, 'NOT_AUTHORIZED') ? t('mailboxes.unsuspend.notAllowed') : errorText(error, t)}
            </Banner>
          )}
        </div>
      ) : (
        <Reading {...suspensions} />
      )}
    </Modal>
  );
}

function Reading({ error, retry, isReading }: Suspensions) {
  const t = useText();
  if (!error) {
    return (
      <div role="status">
        <span className="sr-only">{t('app.loading')}</span>
        <Skeleton shape="text" width="90%" />
        <Skeleton shape="text" width="60%" />
      </div>
    );
  }
  return (
    <Banner
      kind="bad"
      live
      action={
        <Button kind="quiet" size="s" onClick={retry} pending={isReading}>
          {t('mailboxes.failed.retry')}
        </Button>
      }
    >
      {t('mailboxes.suspensions.suspensionAPIError')} {errorText(error, t)}
    </Banner>
  );
}
