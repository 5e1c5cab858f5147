import type { ImportTask } from '@postern/contract/mail-import';
import { showNames } from '@postern/domain/addresses';
import { SIGN_IN_NAMES } from '@postern/domain/mail-import';
import { KNOWN_MAIL_PROVIDERS } from '@postern/domain/mail-providers';
import { Button } from '@postern/ui/buttons/button';
import { Card } from '@postern/ui/layout/card';
import { type ReactNode, useState } from 'react';
import { SubmitFailure } from '../../lib/forms/submit-failure.tsx';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { PasswordForm } from './password-form.tsx';
import { resumeImportMutation } from './resume-queries.ts';
import { SignInField } from './sign-in/sign-in-field.tsx';
import type { OfferedSignIn } from './sign-in/sign-in-queries.ts';
import { useSignIn } from './sign-in/use-sign-in.ts';
import { useSignedIn } from './sign-in/use-signed-in.ts';

type Props = { token: string; task: ImportTask; offer: OfferedSignIn | null };

/** Asks for what the import needs to continue: a sign-in at the provider where there is one, else the password. */
export function ResumeCard({ offer, ...rest }: Props) {
  const t = useText();
  const [usesPassword, setUsesPassword] = useState(false);
  if (offer === null || usesPassword) return <PasswordCard {...rest} />;
  const takesAppPasswords = KNOWN_MAIL_PROVIDERS.some(
    ({ providerId, access }) => providerId === offer.provider && access === 'app',
  );
  return (
    <SignInCard
      offer={offer}
      labelAction={
        takesAppPasswords && (
          <Button kind="link" size="s" onClick={() => setUsesPassword(true)}>
            {t('mailImport.signIn.usePassword')}
          </Button>
        )
      }
      {...rest}
    />
  );
}

function PasswordCard({ token, task }: Omit<Props, 'offer'>) {
  const t = useText();
  const resume = useSingleCall(resumeImportMutation(token), () => {});
  // The owner was asked for the password, and nothing was copied yet.
  const isFirst = task.startedAt === undefined;
  return (
    <Card padded className="mb-5">
      <h2 className="mb-1">{t('mailImport.password.title')}</h2>
      <p className="mb-4 text-pretty wrap-anywhere text-2nd">
        {t(isFirst ? 'mailImport.resume.firstText' : 'mailImport.resume.passwordText', {
          ...{ from: showNames(task.sourceEmail), host: task.host, to: showNames(task.destinationEmail) },
        })}
      </p>
      <PasswordForm
        task={task}
        pending={resume.pending}
        failure={resume.error}
        onSubmit={(remotePassword) => resume.run({ task, remotePassword })}
      >
        <div>
          <Button type="submit" pending={resume.pending}>
            {t(isFirst ? 'mailImport.new.start' : 'mailImport.action.goOn')}
          </Button>
        </div>
      </PasswordForm>
    </Card>
  );
}

type SignInProps = Omit<Props, 'offer'> & { offer: OfferedSignIn; labelAction: ReactNode };

/** The import continues as soon as the person has signed in. */
function SignInCard({ token, task, offer, labelAction }: SignInProps) {
  const t = useText();
  const signIn = useSignIn(token);
  const resume = useSingleCall(resumeImportMutation(token), () => signIn.forget());
  useSignedIn(signIn, (signInId) => resume.run({ task, signInId }));
  const provider = SIGN_IN_NAMES[offer.provider];
  return (
    <Card padded className="mb-5">
      <h2 className="mb-1">{t('mailImport.signIn.title', { provider })}</h2>
      <p className="mb-4 text-pretty wrap-anywhere text-2nd">
        {t('mailImport.signIn.firstText', {
          ...{ from: showNames(task.sourceEmail), to: showNames(task.destinationEmail), provider },
        })}
      </p>
      <div className="grid gap-4">
        <SignInField
          provider={offer.provider}
          remoteEmail={task.sourceEmail}
          signIn={signIn}
          onStart={() => signIn.start(offer.provider, task.sourceEmail)}
          labelAction={labelAction}
        />
        {resume.error && <SubmitFailure failure={resume.error} pending={resume.pending} />}
      </div>
    </Card>
  );
}
