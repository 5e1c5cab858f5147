import { isEmailAddress } from '../addresses/index.ts';
import { accepted, type Outcome, type Refusal, refused } from '../verdict/index.ts';
import { parseFieldList, parseTagList, startsWithVersion, type Tags } from './tag-list.ts';

/** Why a record isn't a valid policy; `tag` is the faulty tag. */
export type PolicyRefusal<V extends string> =
  | Refusal<`${V}_VERSION` | `${V}_SYNTAX`, Record<never, never>>
  | Refusal<`${V}_TAG_MISSING` | `${V}_TAG_INVALID`, { tag: string }>;

const REQUEST = /^(?:none|quarantine|reject)$/i;
const DMARC_TAGS: Record<string, (value: string) => boolean> = {
  p: (value) => REQUEST.test(value),
  sp: (value) => REQUEST.test(value),
  np: (value) => REQUEST.test(value),
  adkim: (value) => /^[rs]$/i.test(value),
  aspf: (value) => /^[rs]$/i.test(value),
  pct: (value) => /^\d{1,3}$/.test(value) && Number(value) <= 100,
  ri: (value) => /^\d{1,10}$/.test(value),
  fo: (value) => value.split(':').every((option) => /^[01ds]$/i.test(option.trim())),
  rf: (value) => value.split(':').every((format) => /^[a-z][a-z0-9-]*$/i.test(format.trim())),
  rua: areReportAddresses,
  ruf: areReportAddresses,
};

/** A DMARC policy by RFC 7489 §6.3 and §6.4: the version first, then `p`. Unknown tags are kept. */
export function parseDmarc(text: string): Outcome<Tags, PolicyRefusal<'DMARC'>> {
  if (!/^v\s{0,20}=\s{0,20}DMARC1\s{0,20}(?:;|$)/.test(text)) return refused('DMARC_VERSION', {});
  const tags = parseTagList(text);
  if (!tags || !startsWithVersion(tags, 'DMARC1')) return refused('DMARC_SYNTAX', {});
  if ([...tags.keys()][1] !== 'p') return refused('DMARC_TAG_MISSING', { tag: 'p' });
  const wrong = [...tags].find(([tag, value]) => DMARC_TAGS[tag]?.(value) === false);
  return wrong ? refused('DMARC_TAG_INVALID', { tag: wrong[0] }) : accepted(tags);
}

/** The record that announces an MTA-STS policy, RFC 8461 §3.1: the version and an id that changes with the policy. */
export function parseMtaSts(text: string): Outcome<Tags, PolicyRefusal<'MTA_STS'>> {
  if (!/^v=STSv1\s{0,20};/.test(text)) return refused('MTA_STS_VERSION', {});
  const tags = parseFieldList(text);
  if (!tags) return refused('MTA_STS_SYNTAX', {});
  const id = tags.get('id');
  if (id === undefined) return refused('MTA_STS_TAG_MISSING', { tag: 'id' });
  return /^[a-z0-9]{1,32}$/i.test(id) ? accepted(tags) : refused('MTA_STS_TAG_INVALID', { tag: 'id' });
}

/** Where reports about TLS go, RFC 8460 §3: the version and one or more addresses, by mail or HTTPS. */
export function parseTlsRpt(text: string): Outcome<Tags, PolicyRefusal<'TLS_RPT'>> {
  if (!/^v=TLSRPTv1\s{0,20};/.test(text)) return refused('TLS_RPT_VERSION', {});
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
  return value.split(',').every((uri) => isMailto(uri.trim().replace(/!\d{1,15}[kmgt]?$/i, '')));
}

function isMailto(uri: string): boolean {
  return /^mailto:/i.test(uri) && isEmailAddress(uri.slice('mailto:'.length));
}
