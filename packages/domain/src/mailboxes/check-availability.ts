import { checkMailboxUserName, trimSpaces } from '../addresses/index.ts';
import { accepted, type Outcome, type Refusal, refused } from '../verdict/index.ts';

export type AvailabilityRefusal =
  | Refusal<'userNotFound', Record<never, never>>
  | Refusal<'emailInvalid', Record<never, never>>
  | Refusal<'TOP_BRAND', { userName: string }>
  | Refusal<'DomainNotFound', Record<never, never>>;

/** Names that people would take for another company. Spec 2 §5: brand names in user names are rejected. */
const TOP_BRANDS = new Set([
  'adobe',
  'airbnb',
  'amazon',
  'amex',
  'apple',
  'dhl',
  'dropbox',
  'ebay',
  'facebook',
  'fedex',
  'gmail',
  'google',
  'instagram',
  'linkedin',
  'mastercard',
  'microsoft',
  'netflix',
  'outlook',
  'paypal',
  'spotify',
  'stripe',
  'tiktok',
  'twitter',
  'visa',
  'whatsapp',
  'yahoo',
  'youtube',
]);

/** Whether a user name contains the name of a well-known company as a separate word. Spec 2 §5: such names are rejected. */
export const isTopBrand = (userName: string): boolean => userName.split(/[._-]/).some((word) => TOP_BRANDS.has(word));

/**
 * Whether an address is acceptable, judging by the address alone; only the registry knows if it is taken. The check uses the lower-cased
 * address, user name before the @ and domain after. Spec 2 §7.
 */
export function checkAvailability(email: string, domainName: string): Outcome<string, AvailabilityRefusal> {
  const address = trimSpaces(email.slice(0, 1000)).toLowerCase();
  const at = address.lastIndexOf('@');
  if (at === -1) return refused('emailInvalid', {});
  if (at === 0) return refused('userNotFound', {});
  if (address.slice(at + 1) !== domainName) return refused('DomainNotFound', {});
  const userName = checkMailboxUserName(address.slice(0, at));
  if (!userName.ok) return refused('emailInvalid', {});
  if (isTopBrand(userName.value)) return refused('TOP_BRAND', { userName: userName.value });
  return accepted(`${userName.value}@${domainName}`);
}
