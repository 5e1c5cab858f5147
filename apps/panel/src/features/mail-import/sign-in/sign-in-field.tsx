import { SIGN_IN_NAMES, type SignInProvider } from '@postern/domain/mail-import';
import { showNames } from '@postern/domain/addresses';
import { Button } from '@postern/ui/buttons/button';
import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorText } from '../../../lib/http/error-text.ts';
import { type Text, useText } from '../../../lib/i18n/texts.ts';
import type { SignIn } from './use-sign-in.ts';

type Props = {
  provider: SignInProvider;
  /** The address to sign in with; empty while nobody has typed one. */
  remoteEmail: string;
  signIn: SignIn;
  /** What is missing, once the person has tried to continue. */
  problem?: string | undefined;
  /** Signs in, or says why it can't. Left out where a dialog has the button. */
  onStart?: () => void;
  /** Another way in, at the end of the label's line. */
  labelAction?: ReactNode;
};

/** The button that takes the place of a password, and how the sign-in goes. */
export function SignInField({ provider, remoteEmail, signIn, problem, onStart, labelAction }: Props) {
  const t = useText();
  const name = SIGN_IN_NAMES[provider];
  const { step } = signIn;
  const isDone = step === 'done' && problem === undefined;
  const isOpen = step === 'waiting' || step === 'starting';
  const wrong = wrongText(signIn, name, remoteEmail, t) ?? problem;
  return (
    <div role="group" aria-label={t('mailImport.signIn.label')} className="grid gap-2">
      {onStart && (
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-label">
          <p className="font-medium" aria-hidden="true">
            {t('mailImport.signIn.label')}
          </p>
          {!isDone && labelAction}
        </div>
      )}
      {isDone && (
        <p role="status" className="flex items-center gap-2 text-label">
          <CircleCheck size={18} strokeWidth={1.75} aria-hidden="true" className="flex-none text-good" />
          <span className="min-w-0 wrap-anywhere">
            {t('mailImport.signIn.done', { email: showNames(signIn.remoteEmail ?? remoteEmail) })}
          </span>
        </p>
      )}
      {!isDone && (onStart || isOpen) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {onStart && (
            <Button kind="quiet" pending={step === 'starting'} onClick={onStart}>
              {t(isOpen ? 'mailImport.signIn.again' : 'mailImport.signIn.button', { provider: name })}
            </Button>
          )}
          {isOpen && (
            <p role="status" className="min-w-0 text-small text-2nd">
              {t('mailImport.signIn.waiting', { provider: name })}
            </p>
          )}
        </div>
      )}
      {!isDone && wrong !== undefined && (
        <p role="alert" className="flex items-start gap-1.5 text-small text-bad">
          <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 flex-none" />
          <span className="min-w-0 text-pretty wrap-anywhere">{wrong}</span>
        </p>
      )}
      {!isDone && wrong === undefined && (
        <p className="text-pretty text-small text-2nd">{t('mailImport.signIn.hint', { provider: name })}</p>
      )}
    </div>
  );
}

/** What went wrong and what to do. */
function wrongText(
  { step, failure, otherEmail }: SignIn,
  provider: string,
  email: string,
  t: Text,
): string | undefined {
  if (failure !== null) return errorText(failure, t);
  if (step === 'blocked') return t('mailImport.signIn.blocked');
  if (step === 'over') return t('mailImport.signIn.over');
  if (step === 'denied') return t('mailImport.signIn.denied', { provider });
  if (step === 'other-account' && otherEmail !== null)
    return t('mailImport.signIn.other', { other: showNames(otherEmail), email: showNames(email) });
  return step === 'failed' || step === 'other-account' ? t('mailImport.signIn.failed', { provider }) : undefined;
}
