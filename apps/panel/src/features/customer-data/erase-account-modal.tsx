import { ERASURE_DAYS, isErasureConfirmed } from '@postern/domain/customer-data';
import { Field } from '@postern/ui/forms/field';
import { TextInput } from '@postern/ui/forms/text-input';
import { useId } from 'react';
import { FormModal } from '../../lib/forms/form-modal.tsx';
import { SubmitFailure } from '../../lib/forms/submit-failure.tsx';
import { useForm } from '../../lib/forms/use-form.ts';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { askForErasureMutation } from './queries.ts';

type Props = { email: string; open: boolean; onClose: () => void };

/** Says what an erasure means, and asks for the account's email, so that nobody gets here by pressing twice. */
export function EraseAccountModal({ email, open, onClose }: Props) {
  const t = useText();
  const formId = useId();
  const { run, pending, error } = useSingleCall(askForErasureMutation(email), onClose);
  const form = useForm({
    initial: { confirmation: '' },
    check: ({ confirmation }) => ({ confirmation: !isErasureConfirmed(confirmation, email) }),
    failure: error,
    submit: ({ confirmation }) => run(confirmation),
  });
  return (
    <FormModal
      open={open}
      onClose={onClose}
      width={520}
      title={t('customerData.ask.title')}
      description={t('customerData.ask.text', { days: ERASURE_DAYS })}
      formId={formId}
      submitLabel={t('customerData.ask.submit')}
      danger
      pending={pending}
    >
      <form {...form.attributes} id={formId} className="grid gap-4">
        <ul className="grid list-disc gap-1.5 ps-5 text-pretty text-2nd">
          <li>{t('customerData.ask.mail')}</li>
          <li>{t('customerData.ask.plan')}</li>
          <li>{t('customerData.ask.kept')}</li>
          <li>{t('customerData.ask.cancel', { email })}</li>
        </ul>
        <Field
          label={t('customerData.ask.confirmation', { email })}
          error={form.problem('confirmation') && t('customerData.ask.mismatch', { email })}
        >
          <TextInput
            {...form.text('confirmation')}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={320}
          />
        </Field>
        {form.failure && <SubmitFailure failure={form.failure} pending={pending} />}
      </form>
    </FormModal>
  );
}
