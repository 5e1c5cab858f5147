import { CopyButton } from '@postern/ui/buttons/copy-button';
import { ListItem } from '@postern/ui/layout/list-item';
import { TableCell, TableRow } from '@postern/ui/layout/table';
import { Tag } from '@postern/ui/layout/tag';
import { useText } from '../../lib/i18n/texts.ts';
import { useDurationText } from '../../lib/i18n/use-duration-text.ts';
import { LongRows } from '../../lib/lists/long-rows.tsx';
import { useSession } from '../../lib/session/session-store.ts';
import type { OpenDnsDialog } from './dns-dialog.ts';
import type { DnsRecordView } from './queries.ts';
import { RecordMenu } from './record-menu.tsx';
import { RecordValue, recordName } from './record-words.tsx';

type Props = { records: readonly DnsRecordView[]; onOpen: OpenDnsDialog };

const HEIGHTS = { table: 61, list: 67 };

/** The records, each with its purpose in plain words and its technical name beneath. */
export function RecordRows({ records, onOpen }: Props) {
  const t = useText();
  return (
    <LongRows
      things={records}
      heights={HEIGHTS}
      label={t('dns.list.label')}
      columns={[
        { id: 'name', label: t('dns.column.name'), className: 'w-[34%]' },
        { id: 'value', label: t('dns.column.value') },
        { id: 'copy', label: t('dns.column.copy'), isLabelHidden: true, className: 'w-14' },
        { id: 'ttl', label: t('dns.column.ttl'), className: 'w-30' },
        { id: 'actions', label: t('dns.column.actions'), isLabelHidden: true, className: 'w-18' },
      ]}
      renderRow={(record, rowIndex) => <Row key={record.recordId} {...{ record, rowIndex, onOpen }} />}
      renderItem={(record) => <Item key={record.recordId} {...{ record, onOpen }} />}
    />
  );
}

type RowProps = { record: DnsRecordView; onOpen: OpenDnsDialog };

function Row({ record, rowIndex, onOpen }: RowProps & { rowIndex: number }) {
  const t = useText();
  const duration = useDurationText();
  const { domain = '' } = useSession();
  const name = recordName(record.host, domain);
  return (
    <TableRow aria-rowindex={rowIndex}>
      <TableCell>
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate text-small text-2nd">
          <span className="font-mono">{record.type}</span> · {t(`dns.type.${record.type}`)}
        </span>
      </TableCell>
      <TableCell>
        <RecordValue record={record} />
      </TableCell>
      <TableCell className="px-1!">
        <span className="flex">
          <CopyButton
            text={record.values.join('\n')}
            subject={t('dns.list.valueOf', { type: record.type, name })}
            bare
            idleLabel={t('dns.copy.idle')}
            copiedLabel={t('dns.copy.copied')}
            failedLabel={t('dns.copy.failed')}
          />
        </span>
      </TableCell>
      <TableCell className="num text-2nd">{duration(record.ttl)}</TableCell>
      <TableCell className="text-end">
        <RecordMenu record={record} onOpen={onOpen} />
      </TableCell>
    </TableRow>
  );
}

function Item({ record, onOpen }: RowProps) {
  const { domain = '' } = useSession();
  return (
    <ListItem
      title={recordName(record.host, domain)}
      tags={
        <Tag kind="neutral" className="font-mono">
          {record.type}
        </Tag>
      }
      meta={<RecordValue record={record} />}
      trailing={<RecordMenu record={record} onOpen={onOpen} />}
    />
  );
}
