import type { ImportTask } from '@postern/contract/mail-import';
import { SIGN_IN_NAMES } from '@postern/domain/mail-import';
import { useId } from 'react';
import { FormModal } from '../../../lib/forms/form-modal.tsx';
import { SubmitFailure } from '../../../lib/forms/submit-failure.tsx';
import { useSingleCall } from '../../../lib/forms/use-single-call.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { showToast } from '../../../lib/toasts.ts';
import { needsPassword } from '../import-facts.ts';
import { retryImportMutation } from '../queries.ts';
import { SignInField } from './sign-in-field.tsx';
import type { OfferedSignIn } from './sign-in-queries.ts';
import { useSignIn } from './use-sign-in.ts';
import { useSignedIn } from './use-signed-in.ts';

type Props = { open: boolean; task: ImportTask; offer: OfferedSignIn; onClose: () => void };

/** Asks for a sign-in at the old provider, to continue or to try again, which happens as soon as the person has signed in. */
export function SignInModal({ open, task, offer, onClose }: Props) {
  const t = useText();
  const formId = useId();
  const { bundleId = '' } = useSession();
  const signIn = useSignIn();
  const { run, pending, error } = useSingleCall(retryImportMutation(bundleId), () => {
    signIn.forget();
    showToast(t('mailImport.password.done'), { kind: 'success' });
    onClose();
  });
  const goOn = (signInId: string) => run({ taskId: task.taskId, signInId });
  useSignedIn(signIn, goOn);
  const provider = SIGN_IN_NAMES[offer.provider];
  const isOpen = signIn.step === 'waiting' || signIn.step === 'starting';
  return (
    <FormModal
      open={open}
      onClose={onClose}
      width={480}
      title={t('mailImport.signIn.title', { provider })}
      description={t(needsPassword(task) ? 'mailImport.password.text' : 'mailImport.signIn.retryText')}
      formId={formId}
      submitLabel={t(isOpen ? 'mailImport.signIn.again' : 'mailImport.signIn.button', { provider })}
      pending={pending || signIn.step === 'starting'}
    >
      <form
        id={formId}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          signIn.start(offer.provider, task.sourceEmail);
        }}
      >
        <SignInField provider={offer.provider} remoteEmail={task.sourceEmail} signIn={signIn} />
        {error && <SubmitFailure failure={error} pending={pending} />}
      </form>
    </FormModal>
  );
}
