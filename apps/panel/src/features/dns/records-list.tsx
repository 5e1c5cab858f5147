import { List, ListItem } from '@postern/ui/list-item';
import { Tag } from '@postern/ui/tag';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session-store.ts';
import { RecordMenu } from './record-menu.tsx';
import { RecordValue, recordName } from './record-words.tsx';
import type { RowsProps } from './rows-props.ts';

/** The records on a narrow screen: two lines each. */
export function RecordsList({ records, onOpen, rows, container }: RowsProps) {
  const t = useText();
  const { domain = '' } = useSession();
  return (
    <List
      ref={container}
      aria-label={t('dns.list.label')}
      style={{ paddingTop: rows.before, paddingBottom: rows.after }}
    >
      {rows.indexes.map((index) => {
        const record = records[index];
        return (
          record && (
            <ListItem
              key={record.recordId}
              title={recordName(record.host, domain)}
              tags={
                <Tag kind="neutral" className="font-mono">
                  {record.type}
                </Tag>
              }
              meta={<RecordValue record={record} />}
              trailing={<RecordMenu record={record} onOpen={onOpen} />}
            />
          )
        );
      })}
    </List>
  );
}
