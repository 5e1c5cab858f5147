import { CopyButton } from '@postern/ui/buttons/copy-button';
import { IconButton } from '@postern/ui/buttons/icon-button';
import { Field } from '@postern/ui/forms/field';
import { PasswordInput } from '@postern/ui/forms/password-input';
import { Switch } from '@postern/ui/forms/switch';
import { TextInput } from '@postern/ui/forms/text-input';
import { RefreshCw } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useText } from '../../../lib/i18n/texts.ts';
import type { NewMailboxValues } from './check-new-mailbox.ts';
import { newPassword } from './new-mailbox.ts';
import { PasswordRules } from './password-rules.tsx';

type Props = {
  values: Pick<NewMailboxValues, 'isGenerated' | 'password'>;
  error: ReactNode;
  onChange: (changes: Partial<NewMailboxValues>) => void;
  onLeave: () => void;
};

/** A generated password, or one that the person types. Spec 2 §5, new mailbox. */
export function PasswordChoice({ values, error, onChange, onLeave }: Props) {
  const t = useText();
  return (
    <div className="grid gap-3.5">
      {values.isGenerated ? (
        <GeneratedPassword password={values.password} onAgain={() => onChange({ password: newPassword() })} />
      ) : (
        <Field label={t('mailboxes.create.password')} error={error} hint={<PasswordRules password={values.password} />}>
          <PasswordInput
            name="password"
            autoComplete="new-password"
            showLabel={t('mailboxes.password.show')}
            hideLabel={t('mailboxes.password.hide')}
            value={values.password}
            onChange={(event) => onChange({ password: event.target.value })}
            onBlur={() => values.password !== '' && onLeave()}
          />
        </Field>
      )}
      <Switch
        checked={values.isGenerated}
        onCheckedChange={(isGenerated) => onChange({ isGenerated, password: isGenerated ? newPassword() : '' })}
      >
        {t('mailboxes.create.generate')}
      </Switch>
    </div>
  );
}

function GeneratedPassword({ password, onAgain }: { password: string; onAgain: () => void }) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  return (
    <Field label={t('mailboxes.create.password')} hint={t('mailboxes.create.generatedHint')}>
      <TextInput
        ref={input}
        name="password"
        readOnly
        value={password}
        autoComplete="off"
        className="font-mono text-label"
        suffix={
          <span className="flex items-center gap-2">
            <CopyButton
              text={password}
              source={input}
              idleLabel={t('mailboxes.password.copy')}
              copiedLabel={t('mailboxes.password.copied')}
              failedLabel={t('mailboxes.password.unableCopy')}
              subject={t('mailboxes.create.password')}
            />
            <IconButton label={t('mailboxes.create.generateAgain')} size="s" className="-me-2" onClick={onAgain}>
              <RefreshCw size={16} strokeWidth={1.75} aria-hidden="true" />
            </IconButton>
          </span>
        }
      />
    </Field>
  );
}
