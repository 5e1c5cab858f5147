import { RECORD_TYPES, type RecordType } from '@postern/domain/dns';
import { LostLetter } from '@postern/ui/drawings/lost-letter';
import { Select } from '@postern/ui/forms/select';
import { EmptyState } from '@postern/ui/layout/empty-state';
import { type ReactNode, useState } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { ListSearch, NothingFound } from '../../lib/lists/list-search.tsx';
import type { OpenDnsDialog } from './dns-dialog.ts';
import type { DnsRecordView, ZoneView } from './queries.ts';
import { RecordRows } from './record-rows.tsx';
import { recordName } from './record-words.tsx';

type Props = { zone: ZoneView; domain: string; add: ReactNode; onOpen: OpenDnsDialog };

/** The list of records or search results; an empty zone says what to do. */
export function DnsBody({ zone, domain, add, onOpen }: Props) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [type, setType] = useState<RecordType | 'all'>('all');
  if (zone.records.length === 0) {
    if (zone.zoneStatus === 'none') return null;
    return (
      <EmptyState drawing={<LostLetter />} title={t('dns.empty.title')} action={add}>
        {t('dns.empty.text', { domain })}
      </EmptyState>
    );
  }
  const search = typed.trim().toLowerCase();
  const isFiltered = search !== '' || type !== 'all';
  const found = inOrder(zone.records).filter(
    (record) => (type === 'all' || record.type === type) && matches(record, search, domain),
  );
  const types = RECORD_TYPES.filter((each) => zone.records.some((record) => record.type === each));
  function showAll() {
    setTyped('');
    setType('all');
  }
  return (
    <>
      <ListSearch
        value={typed}
        onValueChange={setTyped}
        label={t('dns.search.label')}
        clearLabel={t('dns.search.clear')}
        count={
          isFiltered
            ? t('dns.search.found', { count: found.length })
            : t('dns.list.count', { count: found.length, limit: zone.recordLimit })
        }
        filter={
          <div className="w-40">
            <Select
              size="s"
              label={t('dns.search.type')}
              items={[
                { value: 'all', label: t('dns.search.allTypes') },
                ...types.map((each) => ({ value: each, label: each })),
              ]}
              value={type}
              onValueChange={setType}
            />
          </div>
        }
      />
      {found.length > 0 ? (
        <RecordRows records={found} onOpen={onOpen} />
      ) : (
        <NothingFound
          title={t('dns.search.nothing')}
          text={t('dns.search.nothingText')}
          clearLabel={t('dns.search.showAll')}
          onClear={showAll}
        />
      )}
    </>
  );
}

/** The domain itself first, then its hosts by name, and each host's records by type. */
const inOrder = (records: readonly DnsRecordView[]): DnsRecordView[] =>
  records.toSorted(
    (one, other) =>
      Number(other.host === '@') - Number(one.host === '@') ||
      (one.host < other.host ? -1 : Number(one.host > other.host)) ||
      RECORD_TYPES.indexOf(one.type) - RECORD_TYPES.indexOf(other.type),
  );

const matches = ({ host, type, values }: DnsRecordView, search: string, domain: string): boolean =>
  [recordName(host, domain), host, type, ...values].some((text) => text.toLowerCase().includes(search));
