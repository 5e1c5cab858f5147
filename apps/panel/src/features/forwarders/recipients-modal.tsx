import type { Forwarder } from '@postern/contract/forwarders';
import { useId } from 'react';
import { Form } from '../../lib/forms/form.tsx';
import { FormModal } from '../../lib/forms/form-modal.tsx';
import { SubmitFailure } from '../../lib/forms/submit-failure.tsx';
import { useForm } from '../../lib/forms/use-form.ts';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { checkRecipients, type RecipientsTyped } from './check-forwarder-form.ts';
import { changeRecipientsMutation } from './queries.ts';
import { RecipientsField } from './recipients-field.tsx';
import { refusedFields, type RefusedFields } from './refused-fields.ts';

type Props = { open: boolean; forwarder: Forwarder; forwarders: readonly Forwarder[]; onClose: () => void };

/** Adds and removes recipients of a forwarder in one step. */
export function RecipientsModal({ open, forwarder, forwarders, onClose }: Props) {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const formId = useId();
  const { email } = forwarder;
  const { run, pending, error, sent } = useSingleCall(changeRecipientsMutation(bundleId), (_, { count }) => {
    showToast(t('forwarders.change.done', { email, count }), { kind: 'success' });
    onClose();
  });
  function save(chosen: string[]): void {
    // The current list, not that of when the dialog opened, because half of a change may have succeeded.
    const before = forwarders.find((each) => each.email === email)?.recipients ?? forwarder.recipients;
    const added = chosen.filter((each) => !before.includes(each));
    const removed = before.filter((each) => !chosen.includes(each));
    if (added.length === 0 && removed.length === 0) onClose();
    else run({ email, added, removed, count: chosen.length });
  }
  const form = useForm({
    initial: { recipients: { chosen: forwarder.recipients, typed: '' } as RecipientsTyped },
    check: ({ recipients }): RefusedFields => ({
      recipients: checkRecipients(
        recipients,
        { email, domainName: domain },
        forwarders.map((each) => each.email),
      ),
    }),
    failure: error,
    refused: (failure) => refusedFields(failure, domain, sent?.added ?? []),
    submit: ({ recipients: { chosen } }) => save(chosen),
  });
  return (
    <FormModal
      open={open}
      onClose={onClose}
      title={<span className="break-words">{t('forwarders.change.title', { email })}</span>}
      formId={formId}
      submitLabel={t('forwarders.change.submit')}
      pending={pending}
    >
      <Form form={form} id={formId} className="grid gap-5">
        <RecipientsField
          value={form.values.recipients}
          onChange={(recipients) => form.change({ recipients })}
          problem={form.problem('recipients')}
        />
        {form.failure && <SubmitFailure failure={form.failure} pending={pending} />}
      </Form>
    </FormModal>
  );
}
