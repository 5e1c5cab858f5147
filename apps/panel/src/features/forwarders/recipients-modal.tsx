import type { Forwarder } from '@postern/contract/forwarders';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { FormModal } from '../../lib/forms/form-modal.tsx';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { SubmitFailure } from '../../lib/forms/submit-failure.tsx';
import { showToast } from '../../lib/toasts.ts';
import { checkRecipients, type RecipientsTyped } from './check-forwarder-form.ts';
import { refusedFields } from './refused-fields.ts';
import { changeRecipientsMutation } from './queries.ts';
import { RecipientsField } from './recipients-field.tsx';

type Props = { open: boolean; forwarder: Forwarder; forwarders: readonly Forwarder[]; onClose: () => void };

/** Who gets the mail of a forwarder: adds and takes away at once. */
export function RecipientsModal({ open, forwarder, forwarders, onClose }: Props) {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const { mutate, isPending, error, variables } = useMutation(changeRecipientsMutation(bundleId));
  const formId = useId();
  const [recipients, setRecipients] = useState<RecipientsTyped>({ chosen: forwarder.recipients, typed: '' });
  const [isTouched, setTouched] = useState(false);
  const { email } = forwarder;
  const wrong = checkRecipients(
    recipients,
    { email, domainName: domain },
    forwarders.map((each) => each.email),
  );
  const refused = refusedFields(error, domain, variables?.added ?? []).recipients;

  function submit(event: FormEvent) {
    event.preventDefault();
    setTouched(true);
    if (wrong || isPending) return;
    // What the list knows by now, not what it knew when the dialog opened: half of a change may have been made.
    const before = forwarders.find((each) => each.email === email)?.recipients ?? forwarder.recipients;
    const { chosen } = recipients;
    const added = chosen.filter((each) => !before.includes(each));
    const removed = before.filter((each) => !chosen.includes(each));
    const done = () => {
      showToast(t('forwarders.change.done', { email, count: chosen.length }), { kind: 'success' });
      onClose();
    };
    if (added.length === 0 && removed.length === 0) onClose();
    else mutate({ email, added, removed }, { onSuccess: done });
  }
  return (
    <FormModal
      open={open}
      onClose={onClose}
      title={<span className="break-words">{t('forwarders.change.title', { email })}</span>}
      formId={formId}
      submitLabel={t('forwarders.change.submit')}
      pending={isPending}
    >
      <form id={formId} onSubmit={submit} noValidate className="grid gap-5">
        <RecipientsField
          value={recipients}
          onChange={setRecipients}
          problem={isTouched ? (wrong ?? refused) : undefined}
        />
        {error && !refused && <SubmitFailure failure={error} pending={isPending} />}
      </form>
    </FormModal>
  );
}
