import type { Forwarder } from '@postern/contract/forwarders';
import { showNames } from '@postern/domain/addresses';
import { ListItem } from '@postern/ui/layout/list-item';
import { TableCell, TableHeaderCell, TableRow } from '@postern/ui/layout/table';
import { useText } from '../../lib/i18n/texts.ts';
import { LongRows, useLongRows } from '../../lib/lists/long-rows.tsx';
import type { ForwarderDialog } from './forwarder-dialog.ts';
import { ForwarderMenu } from './forwarder-menu.tsx';
import { RecipientNames } from './recipient-names.tsx';

type Props = { forwarders: readonly Forwarder[]; onOpen: (dialog: ForwarderDialog) => void };

const HEIGHTS = { table: 56, list: 67 };
const COLUMNS = 3;

/** The forwarders, each with its recipients. */
export function ForwarderRows({ forwarders, onOpen }: Props) {
  const t = useText();
  const rows = useLongRows(forwarders.length, HEIGHTS);
  return (
    <LongRows
      things={forwarders}
      rows={rows}
      label={t('forwarders.list.label')}
      columns={COLUMNS}
      head={
        <>
          <TableHeaderCell className="w-2/5">{t('forwarders.column.address')}</TableHeaderCell>
          <TableHeaderCell>{t('forwarders.column.recipients')}</TableHeaderCell>
          <TableHeaderCell className="w-18">
            <span className="sr-only">{t('forwarders.column.actions')}</span>
          </TableHeaderCell>
        </>
      }
      renderRow={(forwarder, rowIndex) => (
        <TableRow key={forwarder.forwarderId} aria-rowindex={rowIndex}>
          <TableCell className="truncate font-medium">{showNames(forwarder.email)}</TableCell>
          <TableCell className="truncate text-2nd">
            <RecipientNames recipients={forwarder.recipients} shown={2} />
          </TableCell>
          <TableCell className="text-end">
            <ForwarderMenu forwarder={forwarder} onOpen={onOpen} />
          </TableCell>
        </TableRow>
      )}
      renderItem={(forwarder) => (
        <ListItem
          key={forwarder.forwarderId}
          title={showNames(forwarder.email)}
          meta={<RecipientNames recipients={forwarder.recipients} shown={1} short />}
          trailing={<ForwarderMenu forwarder={forwarder} onOpen={onOpen} />}
        />
      )}
    />
  );
}
