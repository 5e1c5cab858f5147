import { IconButton } from '@postern/ui/buttons/icon-button';
import { CircleAlert, Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { useText } from '../../lib/i18n/texts.ts';

type Props = Omit<ComponentProps<'input'>, 'id' | 'className'> & {
  label: string;
  hint?: string;
  /** Shown after the label of an optional field. */
  optionalText?: string;
  /** If given, the field is invalid. */
  error?: string | null | undefined;
  labelAction?: ReactNode;
  /** Shown inside the field, after the text. */
  suffix?: ReactNode;
};

/**
 * A labelled field of the entry screens. It looks like the library's `Field`, but without its form code,
 * which would be a tenth of what the login screen loads.
 */
export function EntryField({ label, hint, optionalText, error, labelAction, suffix, ...input }: Props) {
  const id = useId();
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return (
    <div className="min-w-0">
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="block text-label font-medium">
          {label}
          {optionalText && <span className="font-normal text-3rd"> {optionalText}</span>}
        </label>
        {labelAction && <span className="text-small *:touch">{labelAction}</span>}
      </div>
      <div className={FRAME}>
        <input
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          className={INPUT}
        />
        {suffix}
      </div>
      <div aria-live="polite">
        {error && (
          <p id={`${id}-error`} className="mt-1.5 flex items-start gap-1.5 text-small text-bad">
            <CircleAlert size={15} strokeWidth={2} aria-hidden="true" className="mt-[0.15em] flex-none" />
            <span className="min-w-0 text-pretty">{error}</span>
          </p>
        )}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-small text-pretty text-2nd">
          {hint}
        </p>
      )}
    </div>
  );
}

/** A password field with a button that shows the password. */
export function EntryPassword(props: Omit<Props, 'type' | 'suffix'>) {
  const t = useText();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  const toggle = (
    <IconButton
      label={shown ? t('login.password.hide') : t('login.password.show')}
      size="s"
      className="-me-2"
      onClick={() => setShown(!shown)}
    >
      <Icon size={18} strokeWidth={1.75} />
    </IconButton>
  );
  return (
    <EntryField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      suffix={toggle}
    />
  );
}

const FRAME = [
  'flex min-h-11 w-full min-w-0 items-center gap-2.5 rounded-md border border-line-strong bg-surface px-3.5 text-body text-text transition-colors duration-120',
  'pointer-coarse:text-lead hover:border-3rd has-[[aria-invalid=true]]:border-bad',
  'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-accent',
].join(' ');
const INPUT =
  'min-w-0 flex-1 self-stretch bg-transparent outline-none! autofill:shadow-[inset_0_0_0_99px_var(--surface)] autofill:[-webkit-text-fill-color:var(--text)]';
