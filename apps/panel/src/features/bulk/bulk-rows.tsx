import { showNames } from '@postern/domain/addresses';
import { type DotKind, StatusDot } from '@postern/ui/feedback/status-dot';
import { ListItem } from '@postern/ui/layout/list-item';
import { TableCell, TableRow } from '@postern/ui/layout/table';
import { type ReactNode, useMemo } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { LongRows } from '../../lib/lists/long-rows.tsx';

/** A row for the screen: its mailbox, and its preview or result. */
export type ShownRow = {
  row: number;
  email: string;
  name: string;
  dot: DotKind;
  /** The text next to the dot. */
  status: string;
  /** What is wrong and what to do about it. */
  problem: string;
  end?: ReactNode;
};

type Props = {
  label: string;
  rowLabel: string;
  outcomeLabel: string;
  /** Over what the rows have at their end. */
  endLabel?: string | undefined;
  rows: readonly ShownRow[];
  hasEnd?: boolean;
};

const HEIGHTS = { table: 56, list: 68 };

/** Up to ten thousand rows, of which only those near the viewport are drawn; two-line items on a narrow screen. */
export function BulkRows({ label, rowLabel, outcomeLabel, endLabel, rows, hasEnd = false }: Props) {
  const t = useText();
  // All rows have the same height, so if one needs a second line, all get one.
  const hasLongTexts = useMemo(() => rows.some(({ problem }) => problem !== ''), [rows]);
  return (
    <LongRows
      things={rows}
      heights={HEIGHTS}
      label={label}
      columns={[
        { id: 'row', label: rowLabel, className: 'w-[5.5rem]' },
        { id: 'mailbox', label: t('mailboxes.column.mailbox') },
        { id: 'outcome', label: outcomeLabel, className: hasEnd ? 'w-[24%]' : 'w-[48%]' },
        {
          id: 'actions',
          label: endLabel ?? t('mailboxes.column.actions'),
          isLabelHidden: endLabel === undefined,
          className: hasEnd ? 'w-[17.5rem] text-end! font-normal!' : 'w-0 p-0',
        },
      ]}
      renderRow={(one, rowIndex) => <Row key={one.row} one={one} rowIndex={rowIndex} hasEnd={hasEnd} />}
      renderItem={(one) => (
        <ListItem
          key={one.row}
          title={showNames(one.email) || t('bulk.row.noAddress')}
          meta={
            <span className={hasLongTexts ? 'line-clamp-2 h-[2lh] whitespace-normal' : undefined}>
              <Outcome row={one} className="text-small" />
            </span>
          }
          trailing={one.end}
        />
      )}
    />
  );
}

function Row({ one, rowIndex, hasEnd }: { one: ShownRow; rowIndex: number; hasEnd: boolean }) {
  const t = useText();
  return (
    <TableRow aria-rowindex={rowIndex}>
      <TableCell className="num text-2nd">{one.row}</TableCell>
      <TableCell>
        <div className="truncate font-medium">{one.name || showNames(one.email) || t('bulk.row.noAddress')}</div>
        {one.name && <div className="truncate text-small text-2nd">{showNames(one.email)}</div>}
      </TableCell>
      <TableCell>
        <span className="line-clamp-2">
          <Outcome row={one} />
        </span>
      </TableCell>
      <TableCell className={hasEnd ? 'text-end' : 'p-0!'}>
        {one.end && <div className="flex justify-end">{one.end}</div>}
      </TableCell>
    </TableRow>
  );
}

/** A problem replaces the status text; a successful row may have a remark. */
function Outcome({ row: { dot, status, problem }, className }: { row: ShownRow; className?: string }) {
  if (problem === '')
    return (
      <StatusDot kind={dot} className={className}>
        {status}
      </StatusDot>
    );
  const isBad = dot === 'bad';
  return (
    <>
      <StatusDot kind={dot} className={className}>
        <span className={isBad ? 'sr-only' : undefined}>{status}</span>
      </StatusDot>{' '}
      <span className={isBad ? className : 'text-small text-2nd'}>{problem}</span>
    </>
  );
}
