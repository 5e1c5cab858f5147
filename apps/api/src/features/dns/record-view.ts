import type { DnsRecordView } from '@postern/contract/dns';
import type { StoredRecord } from '@postern/domain/dns';

/** A stored record as the API shows it. */
export function toDnsRecord({ recordId, type, host, values, ttlSeconds }: StoredRecord): DnsRecordView {
  const [only = '', ...more] = values;
  const priority = type === 'MX' && more.length === 0 ? { priority: Number(only.split(' ')[0]) } : {};
  return { recordId, type, host, values, ttl: ttlSeconds, ...priority };
}
