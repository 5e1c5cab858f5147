import type { Forwarder } from '@postern/contract/forwarders';
import { showNames } from '@postern/domain/addresses';
import { ListItem } from '@postern/ui/layout/list-item';
import { TableCell, TableRow } from '@postern/ui/layout/table';
import { useText } from '../../lib/i18n/texts.ts';
import { LongRows } from '../../lib/lists/long-rows.tsx';
import type { ForwarderDialog } from './forwarder-dialog.ts';
import { ForwarderMenu } from './forwarder-menu.tsx';
import { RecipientNames } from './recipient-names.tsx';

type Props = { forwarders: readonly Forwarder[]; onOpen: (dialog: ForwarderDialog) => void };

const HEIGHTS = { table: 56, list: 67 };

/** The forwarders, each with its recipients. */
export function ForwarderRows({ forwarders, onOpen }: Props) {
  const t = useText();
  return (
    <LongRows
      things={forwarders}
      heights={HEIGHTS}
      label={t('forwarders.list.label')}
      columns={[
        { id: 'address', label: t('forwarders.column.address'), className: 'w-2/5' },
        { id: 'recipients', label: t('forwarders.column.recipients') },
        { id: 'actions', label: t('forwarders.column.actions'), isLabelHidden: true, className: 'w-18' },
      ]}
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
