import { normaliseRecoveryCode, parseTotpCode } from '@postern/domain/two-factor';
import { Field } from '@postern/ui/forms/field';
import { TextInput } from '@postern/ui/forms/text-input';
import type { RefObject } from 'react';
import { fieldCodes } from '../../lib/http/api-error.ts';
import { useText } from '../../lib/i18n/texts.ts';

export type Means = 'code' | 'recoveryCode';

/** Whether it can be a code at all; only the server knows whether it is the right one. */
export const isComplete = (means: Means, typed: string): boolean =>
  means === 'code' ? parseTotpCode(typed).ok : normaliseRecoveryCode(typed) !== null;

/** Whether the server refused the code that was sent, and nothing else. */
export const isWrongCode = (error: Error | null): boolean => {
  const codes = fieldCodes(error);
  return 'code' in codes || 'recoveryCode' in codes;
};

type Props = {
  means: Means;
  field: { typed: string; type: (typed: string) => void; isSent: boolean };
  /** Of the last try. */
  error: Error | null;
  ref: RefObject<HTMLInputElement | null>;
};

/** Where a code of the app is typed, or a recovery code. */
export function CodeField({ means, field: { typed, type, isSent }, error, ref }: Props) {
  const t = useText();
  const problem = !isComplete(means, typed)
    ? t(`twoFactor.proof.${means}Incomplete`)
    : isWrongCode(error) && t(`twoFactor.proof.${means}Wrong`);
  return (
    <Field label={t(`twoFactor.proof.${means}Label`)} error={isSent && problem}>
      <TextInput
        ref={ref}
        name={means}
        autoComplete={means === 'code' ? 'one-time-code' : 'off'}
        inputMode={means === 'code' ? 'numeric' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        value={typed}
        onChange={(event) => type(event.target.value)}
        className="num"
      />
    </Field>
  );
}
