import { checkMailboxUserName, normaliseEmailAddress, parseEmailAddress } from '@postern/domain/addresses';
import { checkAlternateEmail } from '@postern/domain/mailboxes';
import { checkNewPassword } from '@postern/domain/passwords';
import { type FieldProblem, problemOf } from '../../../lib/forms/field-problem.ts';
import type { MessageKey } from '../../../lib/i18n/message-key.ts';

/** The form as it is typed. */
export type NewMailboxValues = {
  displayName: string;
  userName: string;
  isGenerated: boolean;
  password: string;
  alternateEmail: string;
  isAdmin: boolean;
};

type FieldName = 'displayName' | 'userName' | 'password' | 'alternateEmail';
export type FieldProblems = { [Field in FieldName]?: FieldProblem | undefined };

const USER_NAME_TEXTS = {
  USER_NAME_REQUIRED: 'mailboxes.create.userNameRequired',
  USER_NAME_TOO_LONG: 'mailboxes.create.userNameTooLong',
  USER_NAME_HAS_PLUS: 'mailboxes.create.userNamePlus',
  USER_NAME_CHARACTERS: 'mailboxes.create.userNameCharacters',
  USER_NAME_DOTS: 'mailboxes.create.userNameDots',
} as const satisfies Record<string, MessageKey>;

const PASSWORD_TEXTS = {
  TOO_SHORT: 'mailboxes.create.passwordTooShort',
  TOO_LONG: 'mailboxes.create.passwordTooLong',
  NO_SPACES: 'mailboxes.create.passwordNoSpaces',
  CONTROL_CHARACTER: 'mailboxes.create.passwordControlCharacter',
  NEEDS_LETTER: 'mailboxes.create.passwordError',
  NEEDS_DIGIT: 'mailboxes.create.passwordError',
  NEEDS_SYMBOL: 'mailboxes.create.passwordError',
  TOO_COMMON: 'mailboxes.create.passwordTooCommon',
} as const satisfies Record<string, MessageKey>;

/** Everything that is wrong with the form, by field. Spec 2 §5, new mailbox. */
export function checkNewMailbox(values: NewMailboxValues, domain: string): FieldProblems {
  const { displayName, userName, password, alternateEmail } = values;
  const alternate = checkAlternateEmail(alternateEmail, normaliseEmailAddress(`${userName.trim()}@${domain}`));
  const isWhole = parseEmailAddress(alternateEmail).ok;
  return {
    displayName: displayName.trim() === '' ? { key: 'mailboxes.create.displayNameRequired' } : undefined,
    userName: problemOf(checkMailboxUserName(userName), USER_NAME_TEXTS),
    password:
      password === ''
        ? { key: 'mailboxes.create.passwordRequired' }
        : problemOf(checkNewPassword(password), PASSWORD_TEXTS),
    alternateEmail:
      !alternate.ok && alternate.code === 'invalid'
        ? { key: isWhole ? 'mailboxes.alternateEmail.invalid' : 'mailboxes.create.invalidEmail' }
        : undefined,
  };
}
