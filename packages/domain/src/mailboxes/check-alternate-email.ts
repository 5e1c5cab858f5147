import { parseEmailAddress } from '../addresses/index.ts';
import { accepted, type Outcome, type Refusal, refused } from '../verdict/index.ts';

export type AlternateEmailRefusal =
  | Refusal<'required', Record<never, never>>
  | Refusal<'invalid', Record<never, never>>;

/** The alternate email of a mailbox, in its canonical form: an address that isn't the mailbox's own. Spec 2 §5, alternate-email prompt. */
export function checkAlternateEmail(text: string, ownAddress: string): Outcome<string, AlternateEmailRefusal> {
  if (text.trim() === '') return refused('required', {});
  const parsed = parseEmailAddress(text);
  return parsed.ok && parsed.value.address !== ownAddress ? accepted(parsed.value.address) : refused('invalid', {});
}
