import { checkMailboxUserName } from '@postern/domain/addresses';
import { FORM_PASSWORD_OPTIONS, generatePassword } from '@postern/domain/passwords';
import type { NewMailbox } from '../queries.ts';
import type { NewMailboxValues } from './check-new-mailbox.ts';

const GENERATED_CHARACTERS = 16;

export const newPassword = (): string =>
  generatePassword({ ...FORM_PASSWORD_OPTIONS, length: GENERATED_CHARACTERS }, (count) =>
    crypto.getRandomValues(new Uint8Array(count)),
  );

export const emptyMailbox = (): NewMailboxValues => ({
  displayName: '',
  userName: '',
  isGenerated: true,
  password: newPassword(),
  alternateEmail: '',
  isAdmin: false,
});

/** Whether there is anything in the form that its writer would miss. */
export const hasTyped = (values: NewMailboxValues): boolean =>
  [values.displayName, values.userName, values.alternateEmail, values.isGenerated ? '' : values.password].some(
    (text) => text !== '',
  );

/** The form's content as the server takes it. Only for values without a problem. */
export function toNewMailbox(values: NewMailboxValues, domain: string): NewMailbox {
  const userName = checkMailboxUserName(values.userName);
  if (!userName.ok) throw new Error('a mailbox without a user name was submitted');
  const alternateEmail = values.alternateEmail.trim();
  return {
    email: `${userName.value}@${domain}`,
    displayName: values.displayName.trim(),
    password: values.password,
    isAdmin: values.isAdmin,
    ...(alternateEmail ? { alternateEmail } : {}),
  };
}
