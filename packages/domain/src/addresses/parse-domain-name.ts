import { accepted, type Outcome, type Refusal, refused } from '../verdict/index.ts';
import { decodeLabel, toAsciiName } from './ascii-name.ts';
import { DOMAIN_MAXIMUM_CHARACTERS, LABEL_MAXIMUM_CHARACTERS } from './limits.ts';
import { trimSpaces } from './trim-spaces.ts';

export type DomainRefusal =
  | Refusal<'DOMAIN_REQUIRED', Record<never, never>>
  | Refusal<'DOMAIN_TOO_LONG', { maximumCharacters: number }>
  | Refusal<'DOMAIN_NOT_CONVERTIBLE', Record<never, never>>
  | Refusal<'DOMAIN_IS_IP_ADDRESS', Record<never, never>>
  | Refusal<'DOMAIN_NEEDS_TWO_LABELS', Record<never, never>>
  | Refusal<'DOMAIN_LABEL_INVALID', { label: string }>;

/**
 * A domain name in its canonical form: lower case, without the trailing dot. Letters, digits and hyphens in at least two labels (RFC 1123
 * §2.1). A name in another script becomes its ASCII form (`xn--…`); a label that is in that form already must be a valid one (RFC 5891
 * §5.4).
 */
export function parseDomainName(text: string): Outcome<string, DomainRefusal> {
  // One more than the limit, for the trailing dot. Spaces around a pasted name are bounded too, so that trim stays cheap.
  if (text.length > 4 * DOMAIN_MAXIMUM_CHARACTERS) {
    return refused('DOMAIN_TOO_LONG', { maximumCharacters: DOMAIN_MAXIMUM_CHARACTERS });
  }
  const trimmed = trimSpaces(text);
  const ascii = toAsciiName(trimmed);
  if (ascii === null) return refused('DOMAIN_NOT_CONVERTIBLE', {});
  const name = ascii.endsWith('.') ? ascii.slice(0, -1) : ascii;
  if (name === '') return refused('DOMAIN_REQUIRED', {});
  if (name.length > DOMAIN_MAXIMUM_CHARACTERS) {
    return refused('DOMAIN_TOO_LONG', { maximumCharacters: DOMAIN_MAXIMUM_CHARACTERS });
  }
  if (/^\[?[0-9a-f.]*:[0-9a-f:.]*\]?$/.test(name)) return refused('DOMAIN_IS_IP_ADDRESS', {});
  const labels = name.split('.');
  const wrong = labels.find((label) => !isLabel(label));
  if (wrong !== undefined) return refused('DOMAIN_LABEL_INVALID', { label: wrong });
  // No top-level name is all digits (RFC 3696 §2), so this is an IP address or something that programs read as one.
  if (/^\d+$/.test(labels.at(-1) ?? '')) return refused('DOMAIN_IS_IP_ADDRESS', {});
  if (labels.length < 2) return refused('DOMAIN_NEEDS_TWO_LABELS', {});
  return accepted(name);
}

function isLabel(label: string): boolean {
  if (label === '' || label.length > LABEL_MAXIMUM_CHARACTERS) return false;
  if (!/^[a-z0-9-]+$/.test(label) || label.startsWith('-') || label.endsWith('-')) return false;
  return !label.startsWith('xn--') || decodeLabel(label) !== null;
}
