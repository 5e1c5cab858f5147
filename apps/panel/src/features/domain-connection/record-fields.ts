import type { DomainConnectData } from '@postern/contract/domain-connection';
import { renderForProvider } from '@postern/domain/dns-providers';
import type { Text } from '../../lib/i18n/texts.ts';
import type { RecordToAdd } from './record-cards.ts';

/** Where the records are changed: at a provider that is known, with us, or somewhere. */
export type RecordPlace = DomainConnectData['provider'] | 'ours';
export type RecordField = { field: 'host' | 'value' | 'priority' | 'ttl'; label: string; value: string };

const NAMES = { host: 'name', value: 'value', priority: 'priority', ttl: 'ttl' } as const;

/** What goes into which field where the domain is managed, in that place's own words where they are known. */
export function recordFields(record: RecordToAdd, place: RecordPlace, t: Text): RecordField[] {
  return renderForProvider(record, (place !== 'ours' && place?.guide) || null).map(({ field, label, value }) => ({
    field,
    label: label ?? t(`domainConnection.field.${NAMES[field]}`),
    value,
  }));
}
