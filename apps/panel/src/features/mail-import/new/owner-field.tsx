import { SIGN_IN_NAMES } from '@postern/domain/mail-import';
import { Checkbox } from '@postern/ui/forms/checkbox';
import { Field } from '@postern/ui/forms/field';
import type { TextInputProps } from '@postern/ui/forms/text-input';
import { EmailInput } from '../../../lib/forms/email-input.tsx';
import { type FieldProblem, problemText } from '../../../lib/forms/field-problem.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import type { OfferedSignIn } from '../sign-in/sign-in-queries.ts';
import type { Typed } from './typed-import.ts';

type Props = {
  form: {
    values: Typed;
    change: (changes: Partial<Typed>) => void;
    text: (name: 'ownerEmail') => TextInputProps;
    problem: (name: 'ownerEmail') => FieldProblem | undefined;
  };
  /** The sign-in that the owner is asked for; null: a password. */
  offer: OfferedSignIn | null;
};

/** The address that gets the link to enter the password. There is no choice of folders, because listing them needs a sign-in. */
export function OwnerField({ form, offer }: Props) {
  const t = useText();
  return (
    <>
      <Field
        label={t('mailImport.new.owner')}
        hint={
          offer === null
            ? t('mailImport.new.ownerHint')
            : t('mailImport.signIn.ownerHint', { provider: SIGN_IN_NAMES[offer.provider] })
        }
        error={problemText(form.problem('ownerEmail'), t)}
      >
        <EmailInput {...form.text('ownerEmail')} placeholder={t('mailImport.new.emailPlaceholder')} />
      </Field>
      <Checkbox
        checked={form.values.withJunkAndTrash}
        onCheckedChange={(withJunkAndTrash) => form.change({ withJunkAndTrash })}
      >
        {t('mailImport.new.withJunkAndTrash')}
      </Checkbox>
    </>
  );
}
