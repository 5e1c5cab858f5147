import { checkMailboxUserName, isOneLine, normaliseEmailAddress, type UserNameRefusal } from '../addresses/index.ts';
import { accepted, type Outcome, type Refusal, refused } from '../verdict/index.ts';
import { ALIAS_NAME_MAXIMUM_CHARACTERS } from './limits.ts';

export type AliasNameRefusal =
  | Refusal<'DISPLAY_NAME_REQUIRED', Record<never, never>>
  | Refusal<'DISPLAY_NAME_TOO_LONG', { maximumCharacters: number }>
  | Refusal<'CONTROL_CHARACTER', Record<never, never>>;

export type AliasAddressRefusal = UserNameRefusal | Refusal<'OTHER_DOMAIN', { domainName: string }>;

/** The name an alias sends under, without spaces around it; it can't be empty. Spec 2 §5, alias. */
export function checkAliasName(text: string): Outcome<string, AliasNameRefusal> {
  const tooLong = refused('DISPLAY_NAME_TOO_LONG', { maximumCharacters: ALIAS_NAME_MAXIMUM_CHARACTERS });
  if (text.length > 8 * ALIAS_NAME_MAXIMUM_CHARACTERS) return tooLong;
  const name = text.trim().normalize('NFC');
  if (name === '') return refused('DISPLAY_NAME_REQUIRED', {});
  if ([...name].length > ALIAS_NAME_MAXIMUM_CHARACTERS) return tooLong;
  // A line break would start another header in every mail sent under this name.
  if (!isOneLine(name)) return refused('CONTROL_CHARACTER', {});
  return accepted(name);
}

/** The address of a new alias, given whole or as the part before the @; always of the mailbox's domain. Spec 2 §5, alias. */
export function checkAliasAddress(text: string, domainName: string): Outcome<string, AliasAddressRefusal> {
  const given = normaliseEmailAddress(text.slice(0, 1000));
  const at = given.lastIndexOf('@');
  if (at !== -1 && given.slice(at + 1) !== domainName) return refused('OTHER_DOMAIN', { domainName });
  const userName = checkMailboxUserName(at === -1 ? given : given.slice(0, at));
  return userName.ok ? accepted(`${userName.value}@${domainName}`) : userName;
}
