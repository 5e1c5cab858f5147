import { Card } from '@postern/ui/card';
import { CopyButton } from '@postern/ui/copy-button';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRoom, TableRow } from '@postern/ui/table';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session-store.ts';
import { RecordMenu } from './record-menu.tsx';
import { RecordValue, recordName } from './record-words.tsx';
import type { RowsProps } from './rows-props.ts';
import { useDurationText } from '../../lib/use-duration-text.ts';

const COLUMNS = 5;

/** The records on a wide screen: what each is for in plain words, its technical name beneath. */
export function RecordsTable({ records, onOpen, rows, container }: RowsProps) {
  const t = useText();
  const duration = useDurationText();
  const { domain = '' } = useSession();
  return (
    <Card>
      <Table label={t('dns.list.label')} aria-rowcount={records.length + 1} className="table-fixed">
        <TableHead>
          <tr aria-rowindex={1}>
            <TableHeaderCell className="w-[34%]">{t('dns.column.name')}</TableHeaderCell>
            <TableHeaderCell>{t('dns.column.value')}</TableHeaderCell>
            <TableHeaderCell className="w-14">
              <span className="sr-only">{t('dns.column.copy')}</span>
            </TableHeaderCell>
            <TableHeaderCell className="w-30">{t('dns.column.ttl')}</TableHeaderCell>
            <TableHeaderCell className="w-18">
              <span className="sr-only">{t('dns.column.actions')}</span>
            </TableHeaderCell>
          </tr>
        </TableHead>
        <TableRoom columns={COLUMNS} height={rows.before} />
        <TableBody ref={container}>
          {rows.indexes.map((index) => {
            const record = records[index];
            if (!record) return null;
            const name = recordName(record.host, domain);
            return (
              <TableRow key={record.recordId} aria-rowindex={index + 2}>
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
          })}
        </TableBody>
        <TableRoom columns={COLUMNS} height={rows.after} />
      </Table>
    </Card>
  );
}
