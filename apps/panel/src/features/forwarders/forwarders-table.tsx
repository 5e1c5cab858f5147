import { Card } from '@postern/ui/card';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRoom, TableRow } from '@postern/ui/table';
import { useText } from '../../lib/i18n/texts.ts';
import { ForwarderMenu } from './forwarder-menu.tsx';
import { RecipientNames } from './recipient-names.tsx';
import type { RowsProps } from './rows-props.ts';

const COLUMNS = 3;

/** The forwarders on a wide screen. Only rows near the window are drawn; their numbers tell a screen reader where they are. */
export function ForwardersTable({ forwarders, onOpen, rows, container }: RowsProps) {
  const t = useText();
  return (
    <Card>
      <Table label={t('forwarders.list.label')} aria-rowcount={forwarders.length + 1} className="table-fixed">
        <TableHead>
          <tr aria-rowindex={1}>
            <TableHeaderCell className="w-2/5">{t('forwarders.column.address')}</TableHeaderCell>
            <TableHeaderCell>{t('forwarders.column.recipients')}</TableHeaderCell>
            <TableHeaderCell className="w-18">
              <span className="sr-only">{t('forwarders.column.actions')}</span>
            </TableHeaderCell>
          </tr>
        </TableHead>
        <TableRoom columns={COLUMNS} height={rows.before} />
        <TableBody ref={container}>
          {rows.indexes.map((index) => {
            const forwarder = forwarders[index];
            return (
              forwarder && (
                <TableRow key={forwarder.forwarderId} aria-rowindex={index + 2}>
                  <TableCell className="truncate font-medium">{forwarder.email}</TableCell>
                  <TableCell className="truncate text-2nd">
                    <RecipientNames recipients={forwarder.recipients} shown={2} />
                  </TableCell>
                  <TableCell className="text-end">
                    <ForwarderMenu forwarder={forwarder} onOpen={onOpen} />
                  </TableCell>
                </TableRow>
              )
            );
          })}
        </TableBody>
        <TableRoom columns={COLUMNS} height={rows.after} />
      </Table>
    </Card>
  );
}
