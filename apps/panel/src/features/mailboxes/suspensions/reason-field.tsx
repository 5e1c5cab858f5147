import { checkSuspensionReason } from '@postern/domain/mailboxes';
import { Field } from '@postern/ui/forms/field';
import { TextArea } from '@postern/ui/forms/text-area';
import { useForm } from '../../../lib/forms/use-form.ts';
import { useText } from '../../../lib/i18n/texts.ts';

/** A form that asks why mailboxes are suspended, and hands the reason on; an empty one says nothing. */
export const useReasonForm = (onReason: (reason: string) => void) =>
  useForm({
    initial: { reason: '' },
    check: ({ reason }) => {
      const checked = checkSuspensionReason(reason);
      return { reason: checked.ok ? null : checked.attrs };
    },
    judge: 'typed',
    submit: ({ reason }) => {
      const checked = checkSuspensionReason(reason);
      if (checked.ok) onReason(checked.value);
    },
  });

export function ReasonField({ form }: { form: ReturnType<typeof useReasonForm> }) {
  const t = useText();
  const tooLong = form.problem('reason');
  return (
    <Field
      label={t('mailboxes.suspend.reason')}
      optionalText={t('mailboxes.create.optional')}
      hint={t('mailboxes.suspend.reasonHint')}
      error={tooLong && t('mailboxes.suspend.reasonTooLong', tooLong)}
    >
      <TextArea {...form.text('reason')} />
    </Field>
  );
}
