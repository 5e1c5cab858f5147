import {
  REMOTE_EMAIL_MAXIMUM_CHARACTERS,
  REMOTE_PASSWORD_MAXIMUM_CHARACTERS,
  SIGN_IN_NAMES,
} from '@postern/domain/mail-import';
import { findMailProvider, type MailProvider } from '@postern/domain/mail-providers';
import { Button } from '@postern/ui/buttons/button';
import { Field } from '@postern/ui/forms/field';
import { PasswordInput } from '@postern/ui/forms/password-input';
import { RadioPills } from '@postern/ui/forms/radio-pills';
import { Select } from '@postern/ui/forms/select';
import { TextInput } from '@postern/ui/forms/text-input';
import { type FieldProblem, problemText } from '../../../lib/forms/field-problem.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { SignInField } from '../sign-in/sign-in-field.tsx';
import type { OfferedSignIn } from '../sign-in/sign-in-queries.ts';
import type { SignIn } from '../sign-in/use-sign-in.ts';
import { checkUserName, isUsualPort, type Typed, type Wrong, withProvider } from './typed-import.ts';

type TextName = 'remoteEmail' | 'remotePassword' | 'host' | 'port';

type Props = {
  form: {
    values: Typed;
    change: (changes: Partial<Typed>) => void;
    text: (name: TextName) => {
      name: string;
      value: string;
      onChange: (event: { target: { value: string } }) => void;
      onBlur: () => void;
    };
    problem: (name: keyof Wrong) => FieldProblem | undefined;
    /** Shows what is wrong. */
    validate: () => boolean;
  };
  provider: MailProvider | null;
  offers: readonly OfferedSignIn[];
  /** The sign-in that takes the place of password and server; null without one. */
  offer: OfferedSignIn | null;
  signIn: SignIn;
  /** Whether the person may ask the owner for the password. */
  mayAsk: boolean;
};

/** The address and the password there, and the server. */
export function SourceFields({ form, provider, offers, offer, signIn, mayAsk }: Props) {
  const t = useText();
  const { values, change } = form;

  /** An address reveals its provider; a server that the person typed stays. */
  function typeEmail(remoteEmail: string): void {
    const found = findMailProvider(remoteEmail);
    const isNew = found !== null && found.providerId !== values.provider && values.host.trim() === '';
    change({ remoteEmail, ...(isNew ? withProvider(values, found.providerId, offers) : {}) });
  }

  return (
    <>
      <Field label={t('mailImport.new.email')} error={problemText(form.problem('remoteEmail'), t)}>
        <TextInput
          {...form.text('remoteEmail')}
          onChange={({ target }) => typeEmail(target.value)}
          {...PLAIN}
          inputMode="email"
          maxLength={REMOTE_EMAIL_MAXIMUM_CHARACTERS}
        />
      </Field>
      {mayAsk && (
        <RadioPills
          label={t(offer ? 'mailImport.signIn.who' : 'mailImport.new.access')}
          value={values.access}
          onValueChange={(access) => change({ access })}
          name="access"
          pills={[
            { value: 'password', label: t(offer ? 'mailImport.signIn.me' : 'mailImport.new.accessPassword') },
            { value: 'owner', label: t('mailImport.new.accessOwner') },
          ]}
        />
      )}
      {values.access === 'password' && offer && (
        <SignInPart form={form} offer={offer} provider={provider} signIn={signIn} />
      )}
      {values.access === 'password' && !offer && <PasswordField form={form} provider={provider} offers={offers} />}
      {!offer && <ServerFields form={form} provider={provider} />}
    </>
  );
}

/** The server, which a sign-in knows. */
function ServerFields({ form, provider }: Pick<Props, 'form' | 'provider'>) {
  const t = useText();
  const { values, change } = form;
  const known = provider?.server?.host === values.host ? provider.name : null;

  /** A port that was typed after the host belongs into its own field. */
  function leaveHost(): void {
    const typed = /^\s*([^:[\]]+):(\d{1,5})\s*$/.exec(values.host);
    const isFree = values.port.trim() === '' || values.port === '993';
    if (typed && isFree) change({ host: typed[1] ?? '', port: typed[2] ?? '' });
  }

  const host = form.text('host');
  return (
    <>
      <div className="grid items-start gap-x-4 gap-y-5 phone:grid-cols-[minmax(0,1fr)_7.5rem]">
        <Field
          label={t('mailImport.new.host')}
          hint={known === null ? t('mailImport.new.hostHint') : t('mailImport.new.hostFound', { provider: known })}
          error={problemText(form.problem('host'), t)}
        >
          <TextInput
            {...host}
            onBlur={() => {
              leaveHost();
              host.onBlur();
            }}
            {...PLAIN}
            inputMode="url"
            maxLength={300}
            placeholder="imap.example.com"
          />
        </Field>
        <Field
          label={t('mailImport.new.port')}
          hint={
            isUsualPort(values.port) &&
            t(values.port === '993' ? 'mailImport.new.portSsl' : 'mailImport.new.portStarttls')
          }
          error={problemText(form.problem('port'), t)}
        >
          <TextInput {...form.text('port')} {...PLAIN} inputMode="numeric" maxLength={5} />
        </Field>
      </div>
      {!isUsualPort(values.port) && values.port.trim() !== '' && (
        <Field label={t('mailImport.new.security')} nativeLabel={false}>
          <Select
            value={values.security}
            onValueChange={(security) => change({ security })}
            items={[
              { value: 'ssl', label: t('mailImport.new.ssl') },
              { value: 'starttls', label: t('mailImport.new.starttls') },
            ]}
          />
        </Field>
      )}
    </>
  );
}

/** The sign-in; where the provider takes app passwords as well, with a way to one. */
function SignInPart({
  form,
  offer,
  provider,
  signIn,
}: Pick<Props, 'form' | 'provider' | 'signIn'> & { offer: OfferedSignIn }) {
  const t = useText();
  const { values, change } = form;
  return (
    <SignInField
      provider={offer.provider}
      remoteEmail={values.remoteEmail}
      signIn={signIn}
      problem={problemText(form.problem('signInId'), t)}
      labelAction={
        provider?.access === 'app' && (
          <Button kind="link" size="s" onClick={() => change({ usesPassword: true })}>
            {t('mailImport.signIn.usePassword')}
          </Button>
        )
      }
      onStart={() => {
        if (checkUserName(values.remoteEmail)) form.validate();
        else signIn.start(offer.provider, values.remoteEmail.trim());
      }}
    />
  );
}

function PasswordField({ form, provider, offers }: Pick<Props, 'form' | 'provider' | 'offers'>) {
  const t = useText();
  const other = offers.find((one) => one.provider === form.values.provider);
  return (
    <Field
      label={t(provider?.access === 'app' ? 'mailImport.new.appPassword' : 'mailImport.new.password')}
      hint={t('mailImport.new.passwordHint')}
      labelAction={
        other && (
          <Button kind="link" size="s" onClick={() => form.change({ usesPassword: false })}>
            {t('mailImport.signIn.useSignIn', { provider: SIGN_IN_NAMES[other.provider] })}
          </Button>
        )
      }
      error={problemText(form.problem('remotePassword'), t)}
    >
      <PasswordInput
        {...form.text('remotePassword')}
        autoComplete="off"
        maxLength={REMOTE_PASSWORD_MAXIMUM_CHARACTERS}
        showLabel={t('mailImport.new.showPassword')}
        hideLabel={t('mailImport.new.hidePassword')}
      />
    </Field>
  );
}

/** Nothing that is typed here is a word. */
const PLAIN = { autoComplete: 'off', autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;
