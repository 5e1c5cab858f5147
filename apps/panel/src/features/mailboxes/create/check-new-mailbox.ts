import { checkMailboxUserName, normaliseEmailAddress, parseEmailAddress } from '@postern/domain/addresses';
import { checkAlternateEmail } from '@postern/domain/mailboxes';
import { checkNewPassword } from '@postern/domain/passwords';
import type { MessageKey } from '../../../lib/i18n/message-key.ts';
import type { TextValues } from '../../../lib/i18n/texts.ts';

/** The form as it is typed. */
export type NewMailboxValues = {
  displayName: string;
  userName: string;
  isGenerated: boolean;
  password: string;
  alternateEmail: string;
  isAdmin: boolean;
};

export const FIELDS = ['displayName', 'userName', 'password', 'alternateEmail'] as const;
export type FieldName = (typeof FIELDS)[number];
/** What is wrong with a field, as the key of its text. */
export type FieldProblem = { key: MessageKey; values?: TextValues };
export type FieldProblems = Partial<Record<FieldName, FieldProblem>>;

type CodeOf<Check extends (text: string) => { ok: boolean }> = Extract<
  ReturnType<Check>,
  { ok: false; code: string }
>['code'];

const USER_NAME_TEXTS: Record<CodeOf<typeof checkMailboxUserName>, MessageKey> = {
  USER_NAME_REQUIRED: 'mailboxes.create.userNameRequired',
  USER_NAME_TOO_LONG: 'mailboxes.create.userNameTooLong',
  USER_NAME_HAS_PLUS: 'mailboxes.create.userNamePlus',
  USER_NAME_CHARACTERS: 'mailboxes.create.userNameCharacters',
  USER_NAME_DOTS: 'mailboxes.create.userNameDots',
};

const PASSWORD_TEXTS: Record<CodeOf<typeof checkNewPassword>, MessageKey> = {
  TOO_SHORT: 'mailboxes.create.passwordTooShort',
  TOO_LONG: 'mailboxes.create.passwordTooLong',
  NO_SPACES: 'mailboxes.create.passwordNoSpaces',
  CONTROL_CHARACTER: 'mailboxes.create.passwordControlCharacter',
  NEEDS_LETTER: 'mailboxes.create.passwordError',
  NEEDS_DIGIT: 'mailboxes.create.passwordError',
  NEEDS_SYMBOL: 'mailboxes.create.passwordError',
  TOO_COMMON: 'mailboxes.create.passwordTooCommon',
};

/** Everything that is wrong with the form, by field. Spec 2 §5, new mailbox. */
export function checkNewMailbox(values: NewMailboxValues, domain: string): FieldProblems {
  const problems: FieldProblems = {};
  const userName = checkMailboxUserName(values.userName);
  const password = checkNewPassword(values.password);
  const alternate = checkAlternateEmail(
    values.alternateEmail,
    normaliseEmailAddress(`${values.userName.trim()}@${domain}`),
  );
  if (values.displayName.trim() === '') problems.displayName = { key: 'mailboxes.create.displayNameRequired' };
  if (!userName.ok) problems.userName = { key: USER_NAME_TEXTS[userName.code], values: { ...userName.attrs } };
  if (values.password === '') problems.password = { key: 'mailboxes.create.passwordRequired' };
  else if (!password.ok) problems.password = { key: PASSWORD_TEXTS[password.code] };
  if (!alternate.ok && alternate.code === 'invalid') {
    const isWhole = parseEmailAddress(values.alternateEmail).ok;
    problems.alternateEmail = { key: isWhole ? 'mailboxes.alternateEmail.invalid' : 'mailboxes.create.invalidEmail' };
  }
  return problems;
}
