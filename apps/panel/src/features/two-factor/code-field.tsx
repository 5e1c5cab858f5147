import { Field } from '@postern/ui/forms/field';
import { TextInput } from '@postern/ui/forms/text-input';
import type { RefObject } from 'react';
import type { CodeMeans } from '../../lib/forms/code-means.ts';
import { useText } from '../../lib/i18n/texts.ts';
import type { CodeForm } from './use-code-form.ts';

type Props = { means: CodeMeans; form: CodeForm; ref: RefObject<HTMLInputElement | null> };

/** Where a code of the authenticator app is typed, or a recovery code. */
export function CodeField({ means, form, ref }: Props) {
  const t = useText();
  const problem = form.problem(means);
  return (
    <Field label={t(`twoFactor.proof.${means}Label`)} error={problem && t(`twoFactor.proof.${means}${problem}`)}>
      <TextInput
        ref={ref}
        {...form.text(means)}
        autoComplete={means === 'code' ? 'one-time-code' : 'off'}
        inputMode={means === 'code' ? 'numeric' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        className="num"
      />
    </Field>
  );
}
