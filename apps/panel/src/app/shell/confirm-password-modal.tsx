import { confirmPassword, forgotPassword } from '@postern/contract/passwords';
import { showNames } from '@postern/domain/addresses';
import { Button } from '@postern/ui/buttons/button';
import { Field } from '@postern/ui/forms/field';
import { PasswordInput } from '@postern/ui/forms/password-input';
import { useId, useRef } from 'react';
import { FormModal } from '../../lib/forms/form-modal.tsx';
import { SubmitFailure } from '../../lib/forms/submit-failure.tsx';
import { useForm } from '../../lib/forms/use-form.ts';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { call } from '../../lib/http/api-client.ts';
import { fieldCodes } from '../../lib/http/api-error.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { answerPasswordQuestion } from '../../lib/session/password-question.ts';
import { useSession } from '../../lib/session/session-store.ts';

type Wrong = { password: 'required' | 'wrong' | null };
type Props = { open: boolean; hasPassword: boolean };

const giveUp = () => answerPasswordQuestion(false);

/** Asks for the password before a change that leads to an account. Without one, or if it is forgotten, a link to choose one is mailed. */
export function ConfirmPasswordModal({ open, hasPassword }: Props) {
  const t = useText();
  const formId = useId();
  const input = useRef<HTMLInputElement>(null);
  const { loginEmail: email = '' } = useSession();
  const link = useMailedLink();
  const { run, pending, error } = useSingleCall(CONFIRMING, () => answerPasswordQuestion(true));
  const form = useForm({
    initial: { password: '' },
    check: ({ password }): Wrong => ({ password: password === '' ? 'required' : null }),
    failure: error,
    refused: (failure): Wrong => ({ password: 'password' in fieldCodes(failure) ? 'wrong' : null }),
    submit: ({ password }) => run(password),
  });
  const problem = form.problem('password');
  const texts = { email: showNames(email) };
  return (
    <FormModal
      open={open}
      onClose={giveUp}
      width={440}
      title={t(hasPassword ? 'shell.password.title' : 'shell.password.noneTitle')}
      description={t(hasPassword ? 'shell.password.text' : 'shell.password.noneText', texts)}
      {...(hasPassword && { initialFocus: input })}
      formId={formId}
      submitLabel={t(hasPassword ? 'shell.password.submit' : 'shell.password.sendLink')}
      pending={pending || link.pending}
      outcome={
        link.isSent && {
          title: t('shell.password.sentTitle'),
          description: null,
          width: 440,
          content: <p>{t(link.isMailbox ? 'shell.password.sentTextMailbox' : 'shell.password.sentText', texts)}</p>,
          buttons: <Button onClick={giveUp}>{t('app.close')}</Button>,
        }
      }
    >
      {hasPassword ? (
        <form {...form.attributes} id={formId} className="grid gap-4">
          {/* Tells the browser's password manager whose password it is. */}
          <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
          <Field label={t('shell.password.label')} error={problem && t(`shell.password.${problem}`)}>
            <PasswordInput
              ref={input}
              {...form.text('password')}
              autoComplete="current-password"
              showLabel={t('shell.password.show')}
              hideLabel={t('shell.password.hide')}
            />
          </Field>
          <Button
            kind="link"
            size="s"
            className="touch justify-self-start text-small"
            disabled={pending || link.pending}
            onClick={link.send}
          >
            {t('shell.password.forgot')}
          </Button>
          {form.failure && <SubmitFailure failure={form.failure} pending={pending} />}
          {link.error && <SubmitFailure failure={link.error} pending={link.pending} onRetry={link.send} />}
        </form>
      ) : (
        <form
          id={formId}
          onSubmit={(event) => {
            event.preventDefault();
            link.send();
          }}
        >
          {link.error && <SubmitFailure failure={link.error} pending={link.pending} />}
        </form>
      )}
    </FormModal>
  );
}

const CONFIRMING = { mutationFn: (password: string) => call(confirmPassword, { password }) };
const MAILING = { mutationFn: (login: { email: string; customerId?: string }) => call(forgotPassword, login) };

/** Mails the login's owner a link to choose a password: a customer to its own address, a mailbox to its alternate email. */
function useMailedLink() {
  const { loginEmail: email = '', adminType, bllUserId } = useSession();
  const isMailbox = adminType === 'account';
  const { run, pending, error, sent } = useSingleCall(MAILING, () => {});
  return {
    ...{ isMailbox, pending, error },
    isSent: sent !== undefined && !pending && error === null,
    send: () => run(isMailbox || bllUserId === undefined ? { email } : { email, customerId: bllUserId }),
  };
}
