import { parseIpv4, parseIpv6 } from '../ip-addresses/index.ts';
import { parseDomainSpec, parseMacroString } from './parse-macro-string.ts';
import type { MacroString, SpfMechanism, SpfQualifier, SpfTerm } from './spf-record.ts';

/** What may be wrong with one word of a record. */
export type SpfTermFault =
  | 'SPF_MECHANISM_UNKNOWN'
  | 'SPF_DOMAIN_REQUIRED'
  | 'SPF_DOMAIN_INVALID'
  | 'SPF_ADDRESS_INVALID'
  | 'SPF_PREFIX_INVALID'
  | 'SPF_ARGUMENT_NOT_ALLOWED'
  | 'SPF_MODIFIER_INVALID';

const PREFIXES = /^(.*?)(?:\/(0|[1-9]\d?))?(?:\/\/(0|[1-9]\d{0,2}))?$/;

/** One word of a record as a term, or what is wrong with it. RFC 7208 §12. */
export function parseSpfTerm(word: string): SpfTerm | SpfTermFault {
  const modifier = /^([a-z][a-z0-9._-]*)=(.*)$/i.exec(word);
  if (modifier) return parseModifier(modifier[1] ?? '', modifier[2] ?? '');
  const [, sign = '', name = '', rest = ''] = /^([-+?~]?)([a-z0-9]*)(.*)$/i.exec(word) ?? [];
  return parseMechanism((sign || '+') as SpfQualifier, name.toLowerCase(), rest);
}

function parseModifier(name: string, value: string): SpfTerm | SpfTermFault {
  const known = name.toLowerCase();
  if (known === 'redirect' || known === 'exp') {
    const domain = parseDomainSpec(value);
    if (domain) return { kind: known, domain };
    return value === '' ? 'SPF_DOMAIN_REQUIRED' : 'SPF_DOMAIN_INVALID';
  }
  const parts = parseMacroString(value);
  return parts ? { kind: 'unknown', name, value: parts } : 'SPF_MODIFIER_INVALID';
}

function parseMechanism(qualifier: SpfQualifier, kind: string, rest: string): SpfMechanism | SpfTermFault {
  switch (kind) {
    case 'all':
      return rest === '' ? { qualifier, kind } : 'SPF_ARGUMENT_NOT_ALLOWED';
    case 'include':
    case 'exists': {
      const domain = readDomain(rest);
      return typeof domain === 'string' ? domain : { qualifier, kind, domain };
    }
    case 'ptr': {
      const domain = rest === '' ? null : readDomain(rest);
      return typeof domain === 'string' ? domain : { qualifier, kind, domain };
    }
    case 'a':
    case 'mx':
      return parseHostMechanism(qualifier, kind, rest);
    case 'ip4':
    case 'ip6':
      return parseIpMechanism(qualifier, kind, rest);
    default:
      return 'SPF_MECHANISM_UNKNOWN';
  }
}

function readDomain(rest: string): MacroString | SpfTermFault {
  if (rest === '' || rest === ':') return 'SPF_DOMAIN_REQUIRED';
  if (!rest.startsWith(':')) return 'SPF_MECHANISM_UNKNOWN';
  return parseDomainSpec(rest.slice(1)) ?? 'SPF_DOMAIN_INVALID';
}

/**
 * `a` and `mx`: a name, then the prefixes. A name may contain slashes too, so the prefixes are what matches at the end: no top-level label
 * contains one.
 */
function parseHostMechanism(qualifier: SpfQualifier, kind: 'a' | 'mx', rest: string): SpfMechanism | SpfTermFault {
  const [, name = '', ip4, ip6] = PREFIXES.exec(rest) ?? [];
  const ip4Prefix = readPrefix(ip4, 32);
  const ip6Prefix = readPrefix(ip6, 128);
  if (ip4Prefix === undefined || ip6Prefix === undefined) return 'SPF_PREFIX_INVALID';
  const domain = name === '' ? null : readDomain(name);
  if (typeof domain !== 'string') return { qualifier, kind, domain, ip4Prefix, ip6Prefix };
  // Text after a slash that isn't a prefix is more likely a wrong prefix than a strange name.
  return /\/[^./]*$/.test(name) && (domain === 'SPF_DOMAIN_INVALID' || name.startsWith('/'))
    ? 'SPF_PREFIX_INVALID'
    : domain;
}

function parseIpMechanism(qualifier: SpfQualifier, kind: 'ip4' | 'ip6', rest: string): SpfMechanism | SpfTermFault {
  if (!rest.startsWith(':')) return rest === '' ? 'SPF_ADDRESS_INVALID' : 'SPF_MECHANISM_UNKNOWN';
  const slash = rest.indexOf('/');
  const text = rest.slice(1, slash < 0 ? undefined : slash);
  const address = kind === 'ip4' ? parseIpv4(text) : parseIpv6(text);
  if (address === null) return 'SPF_ADDRESS_INVALID';
  const digits = slash < 0 ? undefined : rest.slice(slash + 1);
  const prefix =
    digits !== undefined && !/^(?:0|[1-9]\d{0,2})$/.test(digits)
      ? undefined
      : readPrefix(digits, kind === 'ip4' ? 32 : 128);
  return prefix === undefined ? 'SPF_PREFIX_INVALID' : { qualifier, kind, address, prefix };
}

/** Null if the whole address counts, undefined if the number is too large. */
function readPrefix(digits: string | undefined, maximum: number): number | null | undefined {
  const prefix = Number(digits ?? maximum);
  if (prefix > maximum) return undefined;
  return prefix === maximum ? null : prefix;
}
