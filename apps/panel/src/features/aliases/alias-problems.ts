import { checkAliasAddress, checkAliasName } from '@postern/domain/aliases';
import type { MessageKey } from '../../lib/i18n/message-key.ts';
import type { TextValues } from '../../lib/i18n/texts.ts';

type CodeOf<Check extends (...given: never[]) => { ok: boolean }> = Extract<
  ReturnType<Check>,
  { ok: false; code: string }
>['code'];

/** What is wrong with a field, as the key of its text. */
export type Problem = { key: MessageKey; values?: TextValues };

const NAME_TEXTS: Record<CodeOf<typeof checkAliasName>, MessageKey> = {
  DISPLAY_NAME_REQUIRED: 'aliases.nameRequired',
  DISPLAY_NAME_TOO_LONG: 'aliases.nameTooLong',
  CONTROL_CHARACTER: 'aliases.nameRefused',
};

const ADDRESS_TEXTS: Record<CodeOf<typeof checkAliasAddress>, MessageKey> = {
  OTHER_DOMAIN: 'aliases.otherDomain',
  USER_NAME_REQUIRED: 'mailboxes.create.userNameRequired',
  USER_NAME_TOO_LONG: 'mailboxes.create.userNameTooLong',
  USER_NAME_HAS_PLUS: 'aliases.plus',
  USER_NAME_CHARACTERS: 'mailboxes.create.userNameCharacters',
  USER_NAME_DOTS: 'mailboxes.create.userNameDots',
};

export function nameProblem(text: string): Problem | null {
  const checked = checkAliasName(text);
  return checked.ok ? null : { key: NAME_TEXTS[checked.code], values: { ...checked.attrs } };
}

export function addressProblem(text: string, domain: string): Problem | null {
  const checked = checkAliasAddress(text, domain);
  return checked.ok ? null : { key: ADDRESS_TEXTS[checked.code], values: { ...checked.attrs } };
}
