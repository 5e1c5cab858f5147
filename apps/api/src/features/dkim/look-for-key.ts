import type { DnsResolver } from '@postern/adapter-dns/port';
import { parseDkimKey } from '@postern/domain/dkim';
import { fullName, TTL_DEFAULT_SECONDS, type ZoneRecord } from '@postern/domain/dns';
import { compareRecords, type ExpectedRecord } from '@postern/domain/domain-connection';
import { PanelError } from '../../http/panel-error.ts';

/** Looks up a key's record as receivers do, and throws the reason if it is missing or wrong. Spec 2 §8, DKIM. */
export async function lookForKey(
  resolver: DnsResolver,
  domainName: string,
  { host, value }: { host: string; value: string },
): Promise<void> {
  const { result } = await resolver.lookUp(fullName(host, domainName), 'TXT');
  if (result.kind === 'timed-out') throw new PanelError('LOOKUP_TIMEOUT');
  if (result.kind === 'no-data' || result.kind === 'no-such-name')
    throw new PanelError('HOST_NOT_FOUND', { host, reason: result.kind });
  if (result.kind !== 'found') throw new PanelError('EXTERNAL_ERROR', { reason: result.kind });
  const record = { type: 'TXT' as const, host, ttlSeconds: TTL_DEFAULT_SECONDS };
  const expected: ExpectedRecord = { ...record, purpose: 'dkim', value };
  const zone = result.values.map((found): ZoneRecord => ({ ...record, value: found }));
  const findings = compareRecords([expected], zone);
  if (findings.every(({ verdict }) => verdict === 'match')) return;
  const isBroken = result.values.some((found) => found.startsWith('v=DKIM1') && !parseDkimKey(found).ok);
  throw new PanelError(isBroken ? 'BAD_REQUEST' : 'TOKEN_NOT_FOUND', { host });
}
