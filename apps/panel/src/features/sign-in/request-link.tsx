import { forgotPassword } from '@postern/contract/passwords';
import { checkLoginForm, isCustomerId } from '@postern/domain/sign-in';
import { Button } from '@postern/ui/buttons/button';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useForm } from '../../lib/forms/use-form.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { takeDraft, useKeptDraft } from '../../lib/reload/drafts.ts';
import { EntryField } from './entry-field.tsx';
import { FormFailure } from './form-failure.tsx';
import { useSubmit } from './use-submit.ts';

/** First step: the address that the link is sent to. The answer is always the same, so that it doesn't reveal who has an account. */
export function RequestLink({ initialEmail }: { initialEmail: string }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  return sentTo === null ? (
    <RequestForm initialEmail={initialEmail} onSent={setSentTo} />
  ) : (
    <LinkSent email={sentTo} onAgain={() => setSentTo(null)} />
  );
}

function RequestForm({ initialEmail, onSent }: { initialEmail: string; onSent: (email: string) => void }) {
  const t = useText();
  const [draft] = useState(() => takeDraft<{ email: string; customerId: string }>('reset-password'));
  const { submit, pending, failure } = useSubmit(forgotPassword);
  const form = useForm({
    initial: { email: initialEmail || (draft?.email ?? ''), customerId: draft?.customerId ?? '' },
    check: ({ email, customerId }) => ({
      email: emailProblem(email),
      customerId: customerId.trim() === '' || isCustomerId(customerId) ? undefined : ('login.custIdWrong' as const),
    }),
    judge: 'leftFilled',
    submit: ({ email, customerId }) => {
      const id = customerId.trim();
      void submit({ email: email.trim(), ...(id ? { customerId: id } : {}) }, () => onSent(email.trim()));
    },
  });
  useKeptDraft('reset-password', () => form.values);
  const problem = form.problem('email');
  const idProblem = form.problem('customerId');
  return (
    <>
      <h1>{t('resetPassword.page.title')}</h1>
      <p className="mt-1.5 mb-7 text-2nd">{t('resetPassword.page.intro')}</p>
      <form {...form.attributes} className="grid gap-4.5">
        <EntryField
          {...form.text('email')}
          label={t('login.email.label')}
          error={problem && t(problem)}
          type="email"
          autoComplete="username"
          autoFocus
        />
        <EntryField
          {...form.text('customerId')}
          label={t('resetPassword.custId.label')}
          optionalText={t('resetPassword.custId.optional')}
          hint={t('resetPassword.custId.hint')}
          error={idProblem && t(idProblem)}
          autoComplete="off"
        />
        <FormFailure text={failure} />
        <Button type="submit" wide pending={pending} className="min-h-11.5">
          {pending ? t('resetPassword.form.pending') : t('resetPassword.form.submit')}
        </Button>
      </form>
      <p className="mt-5.5 text-small">
        <Link to={PATHS.login} className="touch">
          {t('resetPassword.page.back')}
        </Link>
      </p>
    </>
  );
}

/** The login screen's rule for an address, with this screen's texts. Spec 1 §5, Forgot password. */
function emailProblem(email: string): 'resetPassword.emailError1' | 'resetPassword.emailError2' | undefined {
  const problems = checkLoginForm({ email, password: '-', customerId: '', isCustomerIdShown: false });
  const code = problems.find((problem) => problem.field === 'email')?.code;
  if (code === 'login.emailError1') return 'resetPassword.emailError1';
  return code === 'login.emailError2' ? 'resetPassword.emailError2' : undefined;
}

function LinkSent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {t('resetPassword.sent.title')}
      </h1>
      <p className="mt-1.5 mb-7 text-2nd">{t('resetPassword.sent.text', { email })}</p>
      <div className="grid gap-2.5">
        <ButtonLink wide className="min-h-11.5" render={<Link to={PATHS.login} />}>
          {t('resetPassword.page.back')}
        </ButtonLink>
        <Button kind="quiet" wide className="min-h-11.5" onClick={onAgain}>
          {t('resetPassword.sent.again')}
        </Button>
      </div>
    </>
  );
}
