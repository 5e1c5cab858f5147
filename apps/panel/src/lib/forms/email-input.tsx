import { TextInput, type TextInputProps } from '@postern/ui/forms/text-input';

/** An address of any domain. The browser offers none, because it is as often as not someone else's. */
export const EmailInput = (props: TextInputProps) => (
  <TextInput type="email" inputMode="email" autoComplete="off" maxLength={320} {...props} />
);
