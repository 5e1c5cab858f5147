import { type RecordType, ROOT_HOST } from '../dns/index.ts';
import type { ProviderGuide } from './dns-provider.ts';

/** A record as the panel shows it: the priority of MX separate from its host. */
type ShownRecord = { type: RecordType; host: string; value: string; priority: number | null; ttlSeconds: number };

/** One field of the form. `label` is null where the provider's word for it isn't known; an empty value means that the field stays empty. */
export type ProviderField = { field: 'host' | 'value' | 'priority' | 'ttl'; label: string | null; value: string };

/** Types whose value is a host name. */
const NAMES_A_HOST: readonly RecordType[] = ['CNAME', 'MX', 'NS'];

/** What to enter into which field at a provider; without a guide, in the way that most providers expect it. */
export function renderForProvider(record: ShownRecord, guide: ProviderGuide | null): ProviderField[] {
  const { type, host, priority, ttlSeconds } = record;
  const root = guide?.rootOf[type] ?? guide?.root ?? ROOT_HOST;
  const dot = guide?.endsWithDot === true && NAMES_A_HOST.includes(type) ? '.' : '';
  const value = `${record.value}${dot}`;
  const takesPriority = guide === null || guide.fields.priority !== null;
  const label = guide?.fields;
  return [
    { field: 'host', label: label?.host ?? null, value: host === ROOT_HOST ? root : host },
    {
      field: 'value',
      label: label?.value[type] ?? null,
      value: priority === null || takesPriority ? value : `${priority} ${value}`,
    },
    ...(priority === null || !takesPriority
      ? []
      : [{ field: 'priority', label: label?.priority ?? null, value: String(priority) } as const]),
    { field: 'ttl', label: label?.ttl ?? null, value: String(ttlSeconds) },
  ];
}
