import { Eye, EyeOff } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { IconButton } from '../buttons/icon-button.tsx';
import { TextInput, type TextInputProps } from './text-input.tsx';

export interface PasswordInputProps extends Omit<TextInputProps, 'type' | 'suffix'> {
  showLabel: string;
  hideLabel: string;
  /** Typed spaces are dropped. */
  blockSpaces?: boolean | undefined;
}

/** A password input that can show what was typed. */
export function PasswordInput({ showLabel, hideLabel, blockSpaces = false, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  function refuseSpaces(event: FormEvent<HTMLInputElement>) {
    const typed = (event as unknown as { data?: string | null }).data ?? '';
    if (blockSpaces && typed !== '' && typed.trim() === '') event.preventDefault();
  }
  return (
    <TextInput
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...rest}
      type={shown ? 'text' : 'password'}
      onBeforeInput={refuseSpaces}
      suffix={
        <IconButton
          label={shown ? hideLabel : showLabel}
          size="s"
          className="-me-2"
          disabled={rest.disabled}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff size={18} strokeWidth={1.75} /> : <Eye size={18} strokeWidth={1.75} />}
        </IconButton>
      }
    />
  );
}
