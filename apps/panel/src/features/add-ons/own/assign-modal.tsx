import type { MailAccount } from '@postern/contract/mailboxes';
import type { OwnedAddOn } from '@postern/contract/subscriptions';
import { showNames } from '@postern/domain/addresses';
import { useId, useRef } from 'react';
import { Form } from '../../../lib/forms/form.tsx';
import { FormModal } from '../../../lib/forms/form-modal.tsx';
import { SubmitFailure } from '../../../lib/forms/submit-failure.tsx';
import { useForm } from '../../../lib/forms/use-form.ts';
import { useSingleCall } from '../../../lib/forms/use-single-call.ts';
import { fieldCodes } from '../../../lib/http/api-error.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { showToast } from '../../../lib/toasts.ts';
import { MailboxField } from '../mailbox-field.tsx';
import { assignAddOnMutation } from '../queries.ts';

type Props = { addOn: OwnedAddOn; stacks: boolean; from: string | null; onClose: () => void };
type Problem = 'required' | 'gone' | null;

/** Gives a free piece to a mailbox, or one mailbox's piece to another. */
export function AssignModal({ addOn, stacks, from, onClose }: Props) {
  const t = useText();
  const { bundleId = '' } = useSession();
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  const { run, pending, error } = useSingleCall(assignAddOnMutation(bundleId), (_, { toEmail = '' }) => {
    showToast(t('addOns.assign.done', { email: showNames(toEmail) }), { kind: 'success' });
    onClose();
  });
  const form = useForm({
    initial: { to: null as MailAccount | null },
    check: ({ to }): { to?: Problem } => ({ to: to ? null : 'required' }),
    failure: error,
    refused: (failure): { to?: Problem } => ({ to: 'toEmail' in fieldCodes(failure) ? 'gone' : null }),
    submit: ({ to }) => to && run({ addonId: addOn.id, toEmail: to.email, ...(from !== null && { fromEmail: from }) }),
  });
  const problem = form.problem('to');
  return (
    <FormModal
      open
      onClose={onClose}
      title={from === null ? t('addOns.assign.give') : t('addOns.assign.move', { email: showNames(from) })}
      description={t(from === null ? 'addOns.assign.giveText' : 'addOns.assign.moveText')}
      initialFocus={field}
      formId={formId}
      submitLabel={t(from === null ? 'addOns.assign.giveDo' : 'addOns.assign.moveDo')}
      pending={pending}
    >
      <Form form={form} id={formId}>
        <MailboxField
          ref={field}
          label={t('addOns.mailbox.label')}
          value={form.values.to}
          isOffered={({ email, addons }) =>
            email !== from && (stacks || !addons.some(({ type }) => type === addOn.type))
          }
          onChoose={(to) => form.change({ to })}
          error={problem ? t(`addOns.mailbox.${problem}`) : undefined}
        />
        {form.failure && <SubmitFailure failure={form.failure} pending={pending} />}
      </Form>
    </FormModal>
  );
}
