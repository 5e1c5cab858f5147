import { leavesActiveAdmin } from '@postern/domain/mailboxes';
import { Banner } from '@postern/ui/feedback/banner';
import { useId, useRef } from 'react';
import { Form } from '../../../lib/forms/form.tsx';
import { FormModal } from '../../../lib/forms/form-modal.tsx';
import { SubmitFailure } from '../../../lib/forms/submit-failure.tsx';
import { useSingleCall } from '../../../lib/forms/use-single-call.ts';
import { useUndo } from '../../../lib/forms/use-undo.ts';
import { hasCode } from '../../../lib/http/api-error.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { showToast } from '../../../lib/toasts.ts';
import type { DialogProps } from '../dialog-props.ts';
import { LastAdminModal } from '../last-admin-modal.tsx';
import { nameOf } from '../mailbox-name.ts';
import { suspendMailboxMutation, unsuspendMailboxMutation } from '../queries.ts';
import { useIsOwnMailbox } from '../use-own-mailbox.ts';
import { ReasonField, useReasonForm } from './reason-field.tsx';

/** Suspends a mailbox, with an optional reason. Spec 2 §4, account status. */
export function SuspendModal({ mailbox, facts, open, onClose }: DialogProps) {
  const t = useText();
  const formId = useId();
  const { bundleId = '' } = useSession();
  const isOwn = useIsOwnMailbox(mailbox);
  const { email } = mailbox;
  const undo = useUndo(unsuspendMailboxMutation(bundleId));
  const reasonGiven = useRef('');
  const { run, pending, error } = useSingleCall(suspendMailboxMutation(bundleId), () => {
    // It lifts this suspension only. Where the mailbox was suspended before, the same reason may be an earlier one.
    const wish = { id: mailbox.id, email, suspensionType: reasonGiven.current };
    const actions = mailbox.status === 'active' && !isOwn ? [undo(wish, t('mailboxes.unsuspend.done', { email }))] : [];
    showToast(t('mailboxes.suspend.done', { email }), { kind: 'success', ...(actions.length > 0 && { actions }) });
    onClose();
  });
  const form = useReasonForm((reason) => {
    reasonGiven.current = reason;
    run({ email, suspensionType: reason });
  });
  const isBlocked = !leavesActiveAdmin(facts).ok || hasCode(error, 'LAST_ADMIN');
  return (
    <>
      <FormModal
        open={open && !isBlocked}
        onClose={onClose}
        width={500}
        title={t('mailboxes.suspend.title', { name: nameOf(mailbox) })}
        description={t('mailboxes.suspend.text', { email })}
        formId={formId}
        submitLabel={t('mailboxes.suspend.confirm')}
        pending={pending}
      >
        <Form form={form} id={formId} className="grid gap-4">
          {isOwn && <Banner kind="warn">{t('mailboxes.suspend.own')}</Banner>}
          <ReasonField form={form} />
          {error && <SubmitFailure failure={error} pending={pending} />}
        </Form>
      </FormModal>
      <LastAdminModal mailbox={mailbox} open={open && isBlocked} onClose={onClose} wish="suspend" />
    </>
  );
}
