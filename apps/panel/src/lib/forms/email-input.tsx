import { TextInput, type TextInputProps } from '@postern/ui/forms/text-input';

/** An address of any domain. The browser offers none: it is somebody else's as often as not. */
export const EmailInput = (props: TextInputProps) => (
  <TextInput type="email" inputMode="email" autoComplete="off" maxLength={320} {...props} />
);
