import { checkAliasAddress, checkAliasName } from '@postern/domain/aliases';
import { problemOf } from '../../lib/forms/field-problem.ts';
import type { MessageKey } from '../../lib/i18n/message-key.ts';

const NAME_TEXTS = {
  DISPLAY_NAME_REQUIRED: 'aliases.nameRequired',
  DISPLAY_NAME_TOO_LONG: 'aliases.nameTooLong',
  CONTROL_CHARACTER: 'aliases.nameRefused',
} as const satisfies Record<string, MessageKey>;

const ADDRESS_TEXTS = {
  OTHER_DOMAIN: 'aliases.otherDomain',
  USER_NAME_REQUIRED: 'mailboxes.create.userNameRequired',
  USER_NAME_TOO_LONG: 'mailboxes.create.userNameTooLong',
  USER_NAME_HAS_PLUS: 'aliases.plus',
  USER_NAME_CHARACTERS: 'mailboxes.create.userNameCharacters',
  USER_NAME_DOTS: 'mailboxes.create.userNameDots',
} as const satisfies Record<string, MessageKey>;

/** What is wrong with an alias as it is typed. */
export const checkAlias = ({ displayName, alias }: { displayName: string; alias: string }, domain: string) => ({
  displayName: nameProblem(displayName),
  alias: problemOf(checkAliasAddress(alias, domain), ADDRESS_TEXTS),
});

export const nameProblem = (name: string) => problemOf(checkAliasName(name), NAME_TEXTS);
