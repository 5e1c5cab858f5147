import type { ZoneRecord } from '../dns/index.ts';
import { compareSite } from './compare-site.ts';
import { compareLoneText } from './compare-texts.ts';
import type { ExpectedRecord } from './expected-record.ts';
import { blocked, type Finding, matched } from './finding.ts';

/**
 * The text that announces an MTA-STS policy and the host that serves it. They mean something together only, so an owner whose policy is
 * elsewhere keeps both: with our text, senders would read the policy of another host anew, and with our host they would read ours.
 */
export function compareTransportPolicy(group: readonly ExpectedRecord[], zone: readonly ZoneRecord[]): Finding[] {
  const isText = ({ type }: ExpectedRecord) => type === 'TXT';
  const host = group.find((each) => !isText(each));
  const text = group.find(isText);
  if (host === undefined || text === undefined) return group.flatMap((each) => compareLoneText(each, zone));
  const atHost = zone.filter((record) => record.host === host.host);
  const announced = zone.filter(
    (record) => record.host === text.host && (record.type === 'CNAME' || /^v=STS/i.test(record.value)),
  );
  const isOurs = atHost.some(({ type, value }) => type === host.type && value === host.value);
  const ourTexts = [text.value, ...(text.former ?? [])];
  const isTheirs = !isOurs && (atHost.length > 0 || announced.some(({ value }) => !ourTexts.includes(value)));
  if (!isTheirs) return [...compareSite(host, zone), ...compareLoneText(text, zone)];
  return announced.length > 0
    ? [matched(host, atHost), matched(text, announced)]
    : [blocked(host, atHost, 'HOST_HOLDS_OTHER_RECORDS')];
}
