import type { DomainConnectData } from '@postern/contract/domain-connection';
import { renderForProvider } from '@postern/domain/dns-providers';
import type { Text } from '../../lib/i18n/texts.ts';
import type { RecordToAdd } from './record-cards.ts';

/** Where to change the records: at a known provider, here (`ours`), here but by someone else (`held`), or at an unknown provider (null). */
export type RecordPlace = DomainConnectData['provider'] | 'ours' | 'held';
export type RecordField = { field: 'host' | 'value' | 'priority' | 'ttl'; label: string; value: string };

const NAMES = { host: 'name', value: 'value', priority: 'priority', ttl: 'ttl' } as const;

/** The value for each field of the provider's form, with the provider's names of the fields if they are known. */
export function recordFields(record: RecordToAdd, place: RecordPlace, t: Text): RecordField[] {
  const guide = place === 'ours' || place === 'held' ? null : (place?.guide ?? null);
  return renderForProvider(record, guide).map(({ field, label, value }) => ({
    field,
    label: label ?? t(`domainConnection.field.${NAMES[field]}`),
    value,
  }));
}
