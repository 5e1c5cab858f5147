import { isOneLine } from '../addresses/index.ts';
import { accepted, type Outcome, type Refusal, refused } from '../verdict/index.ts';
import { APP_PASSWORD_NAME_MAXIMUM_CHARACTERS } from './limits.ts';

export type AppPasswordNameRefusal =
  | Refusal<'NAME_REQUIRED', Record<never, never>>
  | Refusal<'NAME_TOO_LONG', { maximumCharacters: number }>
  | Refusal<'CONTROL_CHARACTER', Record<never, never>>;

/** The name of the app or device that a password is for, without spaces around it. Two passwords may have the same name. */
export function checkAppPasswordName(text: string): Outcome<string, AppPasswordNameRefusal> {
  const tooLong = refused('NAME_TOO_LONG', { maximumCharacters: APP_PASSWORD_NAME_MAXIMUM_CHARACTERS });
  if (text.length > 8 * APP_PASSWORD_NAME_MAXIMUM_CHARACTERS) return tooLong;
  const name = text.trim().normalize('NFC');
  if (name === '') return refused('NAME_REQUIRED', {});
  if ([...name].length > APP_PASSWORD_NAME_MAXIMUM_CHARACTERS) return tooLong;
  // The name appears in a mail: a line break would let it add lines of its own.
  if (!isOneLine(name)) return refused('CONTROL_CHARACTER', {});
  return accepted(name);
}
