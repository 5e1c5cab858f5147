import { Field } from '@postern/ui/forms/field';
import type { RefObject } from 'react';
import { problemText } from '../../lib/forms/field-problem.ts';
import { Form } from '../../lib/forms/form.tsx';
import { SubmitFailure } from '../../lib/forms/submit-failure.tsx';
import { useForm } from '../../lib/forms/use-form.ts';
import { UserNameInput } from '../../lib/forms/user-name-input.tsx';
import { useText } from '../../lib/i18n/texts.ts';
import { checkAddress, checkRecipients, type RecipientsTyped } from './check-forwarder-form.ts';
import type { NewForwarder } from './queries.ts';
import { RecipientsField } from './recipients-field.tsx';
import { refusedFields, type RefusedFields } from './refused-fields.ts';

const NO_RECIPIENTS: RecipientsTyped = { chosen: [], typed: '' };

type Props = {
  /** Names the form for the button that sends it from outside. */
  id: string;
  domain: string;
  /** The addresses of the existing forwarders. */
  forwarders: readonly string[];
  pending: boolean;
  failure: Error | null;
  onSubmit: (forwarder: NewForwarder) => void;
  firstField: RefObject<HTMLInputElement | null>;
};

/** The address of a new forwarder and who gets its mail. Spec 2 §5, forwarding. */
export function CreateForwarderForm({ id, domain, forwarders, pending, failure, onSubmit, firstField }: Props) {
  const t = useText();
  const addressOf = (userName: string) => `${userName.trim().toLowerCase()}@${domain}`;
  const form = useForm({
    initial: { address: '', recipients: NO_RECIPIENTS },
    check: ({ address, recipients }): RefusedFields => ({
      address: checkAddress(address, domain),
      recipients: checkRecipients(recipients, { email: addressOf(address), domainName: domain }, forwarders),
    }),
    failure,
    refused: (refusal, { recipients }) => refusedFields(refusal, domain, recipients.chosen),
    submit: ({ address, recipients }) => onSubmit({ email: addressOf(address), recipients: recipients.chosen }),
  });

  return (
    <Form form={form} id={id} className="grid gap-5">
      <Field label={t('forwarders.address.label')} error={problemText(form.problem('address'), t)}>
        <UserNameInput
          ref={firstField}
          {...form.text('address')}
          domain={domain}
          onType={(address) => form.change({ address })}
        />
      </Field>
      <RecipientsField
        value={form.values.recipients}
        onChange={(recipients) => form.change({ recipients })}
        problem={form.problem('recipients')}
      />
      {form.failure && <SubmitFailure failure={form.failure} pending={pending} />}
    </Form>
  );
}
