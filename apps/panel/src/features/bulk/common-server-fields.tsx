import { Field } from '@postern/ui/forms/field';
import { TextInput, type TextInputProps } from '@postern/ui/forms/text-input';
import { useText } from '../../lib/i18n/texts.ts';

type Name = 'host' | 'port';
type Props = {
  form: { text: (name: Name) => TextInputProps; problem: (name: Name) => string | undefined };
  disabled: boolean;
};

/** The server that all lines share, unless they name their own. */
export function CommonServerFields({ form, disabled }: Props) {
  const t = useText();
  return (
    <div className="grid items-start gap-x-4 gap-y-5 phone:grid-cols-[minmax(0,1fr)_7.5rem]">
      <Field
        label={t('bulk.import.host')}
        optionalText={t('bulk.import.optional')}
        hint={t('bulk.import.hostHint')}
        error={form.problem('host')}
      >
        <TextInput
          {...form.text('host')}
          {...PLAIN}
          disabled={disabled}
          inputMode="url"
          maxLength={300}
          placeholder="imap.example.com"
        />
      </Field>
      <Field label={t('bulk.import.port')} error={form.problem('port')}>
        <TextInput {...form.text('port')} {...PLAIN} disabled={disabled} inputMode="numeric" maxLength={5} />
      </Field>
    </div>
  );
}

/** Turns off spelling help, because a server's name and port aren't words. */
const PLAIN = { autoComplete: 'off', autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;
