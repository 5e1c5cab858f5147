import { type DnsRecord, ROOT_HOST } from '../dns/index.ts';

/** Record types that send a domain's mail, or a whole part of the domain, to another server. A domain's plan sets the right ones. */
const LEADS_AWAY: readonly string[] = ['MX', 'NS', 'SRV'];
/** Mail apps ask these hosts where to sign in, and would send the mailbox's password to the answer. */
const MAIL_APP_HOST = /^(autodiscover|autoconfig|_(imaps?|pop3s?|submissions?|autodiscover)\._tcp)(\.|$)/;
const ADDRESSES: readonly string[] = ['A', 'AAAA', 'CNAME'];

export const leadsAway = (type: string): boolean => LEADS_AWAY.includes(type.trim().toUpperCase());

type Zone = { zoneName: string; records: readonly DnsRecord[] };

/**
 * Whether a visit may set a record, or replace `before` with it. It may not turn a record into another one, as that deletes the first, and
 * it may not send mail, or the sign-ins of mail apps, to another server.
 */
export function maySetInVisit(record: DnsRecord, before: DnsRecord | undefined, zone: Zone): boolean {
  if (before !== undefined && (before.type !== record.type || before.host !== record.host)) return false;
  if (leadsAway(record.type)) return false;
  return !(ADDRESSES.includes(record.type) && takesMail(record.host, zone));
}

function takesMail(host: string, { zoneName, records }: Zone): boolean {
  // A wildcard answers for autodiscover, and for any mail server, that has no record of its own.
  // Mail apps ask the domain itself where to sign in, too, and without an MX record mail goes there (RFC 5321 §5.1).
  if (MAIL_APP_HOST.test(host) || host.startsWith('*') || host === ROOT_HOST) return true;
  const name = `${host}.${zoneName}`;
  const mx = records.filter(({ type }) => type === 'MX');
  return mx.some(({ values }) => values.some((value) => value.split(' ').at(-1) === name));
}

/** Whether a change of a zone sends mail, or a part of the domain, elsewhere than now. */
export function changesWhereMailGoes(before: readonly DnsRecord[], after: readonly DnsRecord[]): boolean {
  const routes = (records: readonly DnsRecord[]) =>
    records
      .filter(({ type }) => leadsAway(type))
      .flatMap(({ type, host, values }) => values.map((value) => `${type} ${host} ${value}`))
      .sort()
      .join('\n');
  return routes(before) !== routes(after);
}
