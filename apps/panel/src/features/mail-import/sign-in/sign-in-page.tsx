import { finishImportSignIn } from '@postern/contract/mail-import-sign-in';
import type { OutputOf } from '@postern/contract/operation';
import { showNames } from '@postern/domain/addresses';
import { SIGN_IN_NAMES } from '@postern/domain/mail-import';
import { Button } from '@postern/ui/buttons/button';
import { ClosedDoor } from '@postern/ui/drawings/closed-door';
import { LetterDoor } from '@postern/ui/drawings/letter-door';
import { Loader } from '@postern/ui/feedback/loader';
import { EmptyState } from '@postern/ui/layout/empty-state';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { UiProviders } from '../../../lib/frame/ui-providers.tsx';
import { call } from '../../../lib/http/api-client.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { leavePage } from '../../../lib/leave-page.ts';
import { askForErrand, keepSecret, takeReturn, takeSecret } from './sign-in-window.ts';
import { useAnswer } from './use-answer.ts';

type Finished = OutputOf<typeof finishImportSignIn>;
/** `lost`: nobody opened this window, or its sign-in is over. */
type Step = 'leaving' | 'finishing' | 'lost' | Finished;

/** The panel answers at once, if it is there at all. */
const ERRAND_MS = 20_000;

/** The window of a sign-in for an import: it leads to the provider, and takes its answer when it comes back. ADR 107. */
export function SignInPage() {
  const answer = useAnswer();
  const step = useStep(answer);
  return (
    <UiProviders>
      <main className="grid min-h-dvh place-items-center px-5 py-8">
        <Shown step={step} />
      </main>
    </UiProviders>
  );
}

function useStep(answer: string | null): Step {
  const [step, setStep] = useState<Step>(answer === null ? 'leaving' : 'finishing');
  const navigate = useNavigate();
  const isTaken = useRef(false);
  useEffect(() => {
    if (answer !== null) return;
    const late = setTimeout(() => setStep('lost'), ERRAND_MS);
    const stop = askForErrand(({ url, browserSecret }) => {
      keepSecret(browserSecret);
      leavePage.to(url);
    });
    return () => {
      clearTimeout(late);
      stop();
    };
  }, [answer]);
  useEffect(() => {
    // It works once, so it isn't sent twice.
    if (answer === null || isTaken.current) return;
    isTaken.current = true;
    const path = takeReturn();
    const finishing = call(finishImportSignIn, { answer, browserSecret: takeSecret() ?? 'none' });
    finishing.then(
      (finished) => {
        // The tab came here from the import and goes back to it, which asks for the outcome.
        if (path !== null) return navigate({ href: path, replace: true });
        setStep(finished);
        if (finished.state === 'done') window.close();
      },
      () => setStep('lost'),
    );
  }, [answer, navigate]);
  return step;
}

function Shown({ step }: { step: Step }) {
  const t = useText();
  if (step === 'leaving') return <Loader text={t('mailImport.signIn.leaving')} />;
  if (step === 'finishing') return <Loader text={t('mailImport.signIn.finishing')} />;
  if (step === 'lost')
    return (
      <EmptyState level={1} drawing={<ClosedDoor />} title={t('mailImport.signIn.lostTitle')} action={<CloseButton />}>
        {t('mailImport.signIn.lostText')}
      </EmptyState>
    );
  const provider = SIGN_IN_NAMES[step.provider];
  const isDone = step.state === 'done';
  return (
    <EmptyState
      level={1}
      drawing={isDone ? <LetterDoor /> : <ClosedDoor />}
      title={t(isDone ? 'mailImport.signIn.doneTitle' : 'mailImport.signIn.notDoneTitle')}
      action={<CloseButton />}
    >
      <span className="wrap-anywhere">
        {isDone
          ? t('mailImport.signIn.doneText', { email: showNames(step.remoteEmail) })
          : step.state === 'denied'
            ? t('mailImport.signIn.denied', { provider })
            : step.otherEmail === undefined
              ? t('mailImport.signIn.failed', { provider })
              : t('mailImport.signIn.other', {
                  other: showNames(step.otherEmail),
                  email: showNames(step.remoteEmail),
                })}
      </span>
    </EmptyState>
  );
}

function CloseButton() {
  const t = useText();
  return <Button onClick={() => window.close()}>{t('mailImport.signIn.close')}</Button>;
}
