import { DOMAIN_MAXIMUM_CHARACTERS, LABEL_MAXIMUM_CHARACTERS, toAsciiName } from '../addresses/index.ts';
import { parseIpv6 } from '../ip-addresses/index.ts';
import { accepted, type Outcome, type Refusal, refused } from '../verdict/index.ts';
import { fullName, hostWithin, ROOT_HOST } from './record.ts';

type LabelFault = 'WILDCARD' | 'LABEL_TOO_LONG' | 'LABEL_INVALID';

export type HostRefusal =
  | Refusal<'HOST_WILDCARD' | 'HOST_NOT_CONVERTIBLE' | 'HOST_OUTSIDE_ZONE', Record<never, never>>
  | Refusal<'HOST_LABEL_TOO_LONG' | 'HOST_TOO_LONG', { maximumCharacters: number }>
  | Refusal<'HOST_LABEL_INVALID', { label: string }>;

export type TargetRefusal =
  | Refusal<
      'TARGET_REQUIRED' | 'TARGET_WILDCARD' | 'TARGET_NOT_CONVERTIBLE' | 'TARGET_IS_IP_ADDRESS',
      Record<never, never>
    >
  | Refusal<'TARGET_NEEDS_TWO_LABELS', Record<never, never>>
  | Refusal<'TARGET_LABEL_TOO_LONG' | 'TARGET_TOO_LONG', { maximumCharacters: number }>
  | Refusal<'TARGET_LABEL_INVALID', { label: string }>;

/**
 * The host of a record, relative to its zone: `@` if blank, in ASCII and lower case. People paste full names, so the zone's name at the end
 * is removed. Labels may begin with an underscore, as in `_dmarc`. Spec 2 §5: blank host = root, no `*`, labels of 63 characters at most.
 */
export function parseHost(text: string, zoneName: string): Outcome<string, HostRefusal> {
  if (text.length > 4 * DOMAIN_MAXIMUM_CHARACTERS) return tooLongHost();
  const ascii = toAsciiName(text.trim());
  if (ascii === null) return refused('HOST_NOT_CONVERTIBLE', {});
  const name = ascii.endsWith('.') ? ascii.slice(0, -1) : ascii;
  const host = name === '' || name === ROOT_HOST ? ROOT_HOST : (hostWithin(name, zoneName) ?? name);
  if (host === ROOT_HOST) return ascii === '.' ? refused('HOST_LABEL_INVALID', { label: '' }) : accepted(host);
  // A name with a trailing dot is a full name.
  if (ascii.endsWith('.') && hostWithin(name, zoneName) === null) return refused('HOST_OUTSIDE_ZONE', {});
  for (const label of host.split('.')) {
    const fault = faultOfLabel(label, true);
    if (fault === 'WILDCARD') return refused('HOST_WILDCARD', {});
    if (fault === 'LABEL_TOO_LONG') {
      return refused('HOST_LABEL_TOO_LONG', { maximumCharacters: LABEL_MAXIMUM_CHARACTERS });
    }
    if (fault) return refused('HOST_LABEL_INVALID', { label });
  }
  return fullName(host, zoneName).length > DOMAIN_MAXIMUM_CHARACTERS ? tooLongHost() : accepted(host);
}

/**
 * The name that a record points to, in full: ASCII, lower case, no trailing dot. `mayUnderscore` for aliases; hosts for mail, name servers
 * and calls are plain host names (RFC 1123 §2.1).
 */
export function parseTarget(text: string, mayUnderscore: boolean): Outcome<string, TargetRefusal> {
  if (text.length > 4 * DOMAIN_MAXIMUM_CHARACTERS) return tooLongTarget();
  const ascii = toAsciiName(text.trim());
  if (ascii === null) return refused('TARGET_NOT_CONVERTIBLE', {});
  const name = ascii.endsWith('.') ? ascii.slice(0, -1) : ascii;
  if (name === '') return refused('TARGET_REQUIRED', {});
  if (parseIpv6(name.replace(/^\[|\]$/g, '')) !== null) return refused('TARGET_IS_IP_ADDRESS', {});
  const labels = name.split('.');
  for (const label of labels) {
    const fault = faultOfLabel(label, mayUnderscore);
    if (fault === 'WILDCARD') return refused('TARGET_WILDCARD', {});
    if (fault === 'LABEL_TOO_LONG') {
      return refused('TARGET_LABEL_TOO_LONG', { maximumCharacters: LABEL_MAXIMUM_CHARACTERS });
    }
    if (fault) return refused('TARGET_LABEL_INVALID', { label });
  }
  // No top-level name is all digits (RFC 3696 §2).
  if (/^\d+$/.test(labels.at(-1) ?? '')) return refused('TARGET_IS_IP_ADDRESS', {});
  if (labels.length < 2) return refused('TARGET_NEEDS_TWO_LABELS', {});
  return name.length > DOMAIN_MAXIMUM_CHARACTERS ? tooLongTarget() : accepted(name);
}

function faultOfLabel(label: string, mayUnderscore: boolean): LabelFault | null {
  if (label.includes('*')) return 'WILDCARD';
  if (label.length > LABEL_MAXIMUM_CHARACTERS) return 'LABEL_TOO_LONG';
  const isGood = /^[a-z0-9_-]+$/.test(label) && !label.startsWith('-') && !label.endsWith('-');
  return isGood && (mayUnderscore || !label.includes('_')) ? null : 'LABEL_INVALID';
}

function tooLongHost(): HostRefusal {
  return refused('HOST_TOO_LONG', { maximumCharacters: DOMAIN_MAXIMUM_CHARACTERS });
}

function tooLongTarget(): TargetRefusal {
  return refused('TARGET_TOO_LONG', { maximumCharacters: DOMAIN_MAXIMUM_CHARACTERS });
}
