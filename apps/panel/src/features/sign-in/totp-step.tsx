import { Button } from '@postern/ui/buttons/button';
import { useRef, useState } from 'react';
import { type CodeMeans, isWholeCode } from '../../lib/forms/code-means.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { hasCode } from '../../lib/http/api-error.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { EntryField } from './entry-field.tsx';
import { FormFailure } from './form-failure.tsx';

type Props = {
  /** Replaces the text that says the password was right. */
  reason?: string;
  /** Sends the code with the challenge of the refused sign-in, and opens the panel. */
  onCode: (proof: { code: string } | { recoveryCode: string }) => Promise<void>;
  /** Goes back to the password, with a reason or without. */
  onBack: (cause?: unknown) => void;
};

/** Asks for a code or a recovery code, after the right password, or if the partner vouched. */
export function TotpStep({ reason, onCode, onBack }: Props) {
  const t = useText();
  const [means, setCodeMeans] = useState<CodeMeans>('code');
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef(false);
  const form = useForm({
    initial: { code: '', recoveryCode: '' },
    check: (values) => ({ [means]: isWholeCode(means, values[means]) ? null : 'INCOMPLETE' }),
    submit: (values) => void send(values[means]),
  });

  async function send(code: string) {
    if (running.current) return;
    running.current = true;
    setPending(true);
    setFailure(null);
    try {
      await onCode(means === 'code' ? { code } : { recoveryCode: code });
    } catch (error) {
      if (hasCode(error, 'TOKEN_EXPIRED') || hasCode(error, 'NOT_AUTHORIZED')) return onBack(error);
      setFailure(hasCode(error, 'INVALID_CREDENTIALS') ? t(`login.totp.${means}Wrong`) : errorText(error, t));
    } finally {
      running.current = false;
      setPending(false);
    }
  }
  function change(next: CodeMeans) {
    setCodeMeans(next);
    form.restart({ code: '', recoveryCode: '' });
    setFailure(null);
  }
  return (
    <>
      <h1>{t('login.totp.title')}</h1>
      <p className="mt-1.5 mb-7 text-pretty text-2nd">
        {means === 'code' && reason ? reason : t(`login.totp.${means}Text`)}
      </p>
      <form {...form.attributes} className="grid gap-4.5">
        <EntryField
          key={means}
          label={t(`login.totp.${means}Label`)}
          {...form.text(means)}
          autoFocus
          autoComplete={means === 'code' ? 'one-time-code' : 'off'}
          inputMode={means === 'code' ? 'numeric' : 'text'}
          autoCapitalize="none"
          spellCheck={false}
        />
        <FormFailure text={failure} />
        <Button
          type="submit"
          wide
          pending={pending}
          disabled={!isWholeCode(means, form.values[means])}
          className="min-h-11.5"
        >
          {pending ? t('login.form.pending') : t('login.form.submit')}
        </Button>
        <Button
          kind="quiet"
          wide
          className="min-h-11.5"
          disabled={pending}
          onClick={() => change(means === 'code' ? 'recoveryCode' : 'code')}
        >
          {t(means === 'code' ? 'login.totp.useRecoveryCode' : 'login.totp.useCode')}
        </Button>
        <Button kind="link" disabled={pending} onClick={() => onBack()}>
          {t('login.totp.back')}
        </Button>
      </form>
    </>
  );
}
