import { isEmailAddress } from '../addresses/index.ts';
import { accepted, type Outcome, type Refusal, refused } from '../verdict/index.ts';
import { parseFieldList, parseTagList, startsWithVersion, type Tags } from './tag-list.ts';

/** Why a record isn't a valid policy; `tag` is the faulty tag. */
export type PolicyRefusal<V extends string> =
  | Refusal<`${V}_VERSION` | `${V}_SYNTAX`, Record<never, never>>
  | Refusal<`${V}_TAG_MISSING` | `${V}_TAG_INVALID`, { tag: string }>;

const REQUEST = /^(?:none|quarantine|reject)$/i;
const UINT32_MAXIMUM = 4_294_967_295;
const UINT64_MAXIMUM = 18_446_744_073_709_551_615n;

/** The tags of RFC 7489 and of RFC 9989, its successor. Where only one of them has a tag, receivers of the other ignore it. */
const DMARC_TAGS: Record<string, (value: string) => boolean> = {
  p: (value) => REQUEST.test(value),
  sp: (value) => REQUEST.test(value),
  np: (value) => REQUEST.test(value),
  adkim: (value) => /^[rs]$/i.test(value),
  aspf: (value) => /^[rs]$/i.test(value),
  psd: (value) => /^[ynu]$/i.test(value),
  t: (value) => /^[yn]$/i.test(value),
  pct: (value) => /^\d{1,3}$/.test(value) && Number(value) <= 100,
  ri: (value) => /^\d{1,10}$/.test(value) && Number(value) <= UINT32_MAXIMUM,
  fo: (value) => value.split(':').every((option) => /^[01ds]$/i.test(option.trim())),
  rf: (value) => value.split(':').every((format) => /^[a-z][a-z0-9-]*$/i.test(format.trim())),
  rua: areReportAddresses,
  ruf: areReportAddresses,
};

/**
 * A DMARC policy by RFC 7489 §6.3 and §6.4 and by RFC 9989, its successor: the version first, then `p`. With an address for reports, `p` may
 * be anywhere or missing, as receivers of both then know what to do (RFC 7489 §6.6.3). Unknown tags are kept, and names are read in lower
 * case.
 */
export function parseDmarc(text: string): Outcome<Tags, PolicyRefusal<'DMARC'>> {
  const read = parseDmarcTags(text);
  if (!read.ok) return read;
  const tags = read.value;
  const isFirst = [...tags.keys()][1] === 'p';
  return isFirst || tags.has('rua') ? read : refused('DMARC_TAG_MISSING', { tag: 'p' });
}

/** The record by which a domain agrees to get reports about another one: the version, and perhaps other tags. RFC 7489 §7.1. */
export function parseDmarcTags(text: string): Outcome<Tags, PolicyRefusal<'DMARC'>> {
  if (!/^[vV][\t ]*=[\t ]*DMARC1[\t ]*(?:;|$)/.test(text)) return refused('DMARC_VERSION', {});
  const written = parseTagList(text);
  if (!written) return refused('DMARC_SYNTAX', {});
  const tags: Tags = new Map([...written].map(([tag, value]) => [tag.toLowerCase(), value]));
  if (tags.size < written.size || !startsWithVersion(tags, 'DMARC1')) return refused('DMARC_SYNTAX', {});
  const wrong = [...tags].find(([tag, value]) => DMARC_TAGS[tag]?.(value) === false);
  return wrong ? refused('DMARC_TAG_INVALID', { tag: wrong[0] }) : accepted(tags);
}

/** The record that announces an MTA-STS policy, RFC 8461 §3.1: the version and an id that changes with the policy. */
export function parseMtaSts(text: string): Outcome<Tags, PolicyRefusal<'MTA_STS'>> {
  if (!/^v=STSv1[\t ]*;/.test(text)) return refused('MTA_STS_VERSION', {});
  const tags = parseFieldList(text);
  if (!tags) return refused('MTA_STS_SYNTAX', {});
  const id = tags.get('id');
  if (id === undefined) return refused('MTA_STS_TAG_MISSING', { tag: 'id' });
  return /^[a-z0-9]{1,32}$/i.test(id) ? accepted(tags) : refused('MTA_STS_TAG_INVALID', { tag: 'id' });
}

/** Where reports about TLS go, RFC 8460 §3: the version and one or more addresses, by mail or HTTPS. */
export function parseTlsRpt(text: string): Outcome<Tags, PolicyRefusal<'TLS_RPT'>> {
  if (!/^v=TLSRPTv1[\t ]*;/.test(text)) return refused('TLS_RPT_VERSION', {});
  const tags = parseFieldList(text, ['rua']);
  if (!tags) return refused('TLS_RPT_SYNTAX', {});
  const rua = tags.get('rua');
  if (rua === undefined) return refused('TLS_RPT_TAG_MISSING', { tag: 'rua' });
  // `!` and `,` must be written as %21 and %2C.
  const uris = rua.split(',').map((uri) => uri.trim());
  const isGood = uris.every((uri) => (isMailto(uri) && !uri.includes('!')) || /^https:\/\/[^\s,;!]+$/i.test(uri));
  return isGood ? accepted(tags) : refused('TLS_RPT_TAG_INVALID', { tag: 'rua' });
}

/** Addresses, each with an optional size, such as `mailto:dmarc@example.com!10m`. RFC 7489 §6.2. */
function areReportAddresses(value: string): boolean {
  return value.split(',').every((part) => {
    const [, uri = '', size = '0'] = /^([^!]+)(?:!(\d{1,20})[kmgt]?)?$/i.exec(part.trim()) ?? [];
    return (isMailto(uri) || isWebAddress(uri)) && BigInt(size) <= UINT64_MAXIMUM;
  });
}

const isWebAddress = (uri: string): boolean => /^https?:\/\/[^\s,;!]+$/i.test(uri);

/** An address by RFC 6068, perhaps with header fields behind it. Signs that the record's grammar needs are written as `%21`. */
function isMailto(uri: string): boolean {
  if (!/^mailto:/i.test(uri)) return false;
  const [address = ''] = uri.slice('mailto:'.length).split('?', 1);
  try {
    return isEmailAddress(decodeURIComponent(address));
  } catch {
    return false;
  }
}
