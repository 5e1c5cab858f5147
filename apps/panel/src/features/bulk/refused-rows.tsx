import type { BulkRowCode } from '@postern/contract/bulk';
import { showNames } from '@postern/domain/addresses';
import { suggestAddress } from '@postern/domain/bulk';
import { Button } from '@postern/ui/buttons/button';
import { cx } from '@postern/ui/cx';
import { TextInput } from '@postern/ui/forms/text-input';
import { TableCell, TableRow } from '@postern/ui/layout/table';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { DrawnRows } from '../../lib/lists/long-rows.tsx';
import { useListLayout } from '../../lib/lists/use-list-layout.ts';
import { useVirtualRows } from '../../lib/lists/use-virtual-rows.ts';
import { useSession } from '../../lib/session/session-store.ts';
import type { ShownRow } from './bulk-rows.tsx';

export type RefusedRow = ShownRow & {
  code: BulkRowCode | undefined;
  /** Whether another address may help. */
  canChange: boolean;
};

type Props = {
  rows: readonly RefusedRow[];
  /** The addresses typed here, by line. */
  drafts: ReadonlyMap<number, string>;
  /** Lines that the next try leaves out. */
  skipped: ReadonlySet<number>;
  disabled: boolean;
  onDraft: (row: number, email: string) => void;
  onSkip: (row: number, isSkipped: boolean) => void;
};

const HEIGHTS = { table: 92, list: 192 };

/** Lines that weren't created, each with its address to correct, and why beside it. Of many lines only those near the viewport are drawn. */
export function RefusedRows({ rows, drafts, skipped, disabled, onDraft, onSkip }: Props) {
  const t = useText();
  const asList = useListLayout();
  const [element, container] = useState<HTMLElement | null>(null);
  const drawn = useVirtualRows(element, rows.length, asList ? HEIGHTS.list : HEIGHTS.table);
  const about = (one: RefusedRow) => ({
    one,
    email: drafts.get(one.row) ?? showNames(one.email),
    isSkipped: skipped.has(one.row),
    disabled,
    onDraft,
    onSkip,
  });
  return (
    <DrawnRows
      things={rows}
      rows={{ ...drawn, asList, container }}
      label={t('bulk.job.undoneResult')}
      columns={[
        { id: 'row', label: t('bulk.column.line'), className: 'w-[5.5rem]' },
        { id: 'address', label: t('bulk.column.address') },
        { id: 'why', label: t('bulk.column.why'), className: 'w-[40%]' },
        { id: 'skip', label: t('mailboxes.column.actions'), isLabelHidden: true, className: 'w-[6.5rem]' },
      ]}
      renderRow={(one, rowIndex) => (
        <TableRow key={one.row} aria-rowindex={rowIndex}>
          <TableCell className="num h-23! text-2nd">{one.row}</TableCell>
          <TableCell>
            <Address {...about(one)} />
          </TableCell>
          <TableCell>
            <Why {...about(one)} />
          </TableCell>
          <TableCell className="text-end">
            <Skip {...about(one)} />
          </TableCell>
        </TableRow>
      )}
      renderItem={(one) => (
        <li key={one.row} className="flex h-48 flex-col gap-2 border-b border-line px-4 py-3 last:border-b-0">
          <div className="flex items-center justify-between text-small text-2nd">
            <span className="num">{t('bulk.row.line', { row: one.row })}</span>
            <Skip {...about(one)} />
          </div>
          <Address {...about(one)} />
          <Why {...about(one)} />
        </li>
      )}
    />
  );
}

type RowProps = Pick<Props, 'disabled' | 'onDraft' | 'onSkip'> & { one: RefusedRow; email: string; isSkipped: boolean };

function Address({ one, email, isSkipped, disabled, onDraft }: RowProps) {
  const t = useText();
  if (!one.canChange) return <span className="block truncate font-medium">{email || t('bulk.row.noAddress')}</span>;
  return (
    <TextInput
      size="s"
      value={email}
      onChange={(event) => onDraft(one.row, event.target.value)}
      aria-label={t('bulk.row.addressOf', { row: one.row })}
      aria-describedby={`why-${one.row}`}
      disabled={isSkipped || disabled}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      frameClassName={cx(!isSkipped && 'border-warn!')}
    />
  );
}

function Why({ one, email, isSkipped, disabled, onDraft }: RowProps) {
  const t = useText();
  const { domain = '' } = useSession();
  const suggestion = one.canChange && !isSkipped ? suggestAddress(email, domain) : null;
  return (
    <div className="flex gap-2.5">
      <TriangleAlert
        size={18}
        strokeWidth={1.75}
        aria-hidden="true"
        className={cx('mt-0.5 flex-none', isSkipped ? 'text-3rd' : 'text-warn')}
      />
      <div className="min-w-0 text-label">
        <p id={`why-${one.row}`} className={cx('line-clamp-3 text-pretty', isSkipped && 'text-2nd')}>
          {isSkipped ? t('bulk.row.skipped') : one.problem}
        </p>
        {one.code?.startsWith('PASSWORD_') && one.code !== 'PASSWORD_ERASED' && (
          <p className="text-small text-pretty text-2nd">{t('bulk.problem.PASSWORD_ERASED')}</p>
        )}
        {suggestion && (
          <p className="text-small wrap-anywhere">
            <Button
              kind="link"
              size="s"
              className="text-small"
              disabled={disabled}
              onClick={() => onDraft(one.row, showNames(suggestion))}
            >
              {t('bulk.row.useSuggestion', { email: one.code === 'OTHER_DOMAIN' ? `@${domain}` : suggestion })}
            </Button>
          </p>
        )}
      </div>
    </div>
  );
}

function Skip({ one, isSkipped, disabled, onSkip }: RowProps) {
  const t = useText();
  if (!one.canChange) return null;
  return (
    <Button
      kind="link"
      size="s"
      className="text-label font-normal! text-2nd!"
      disabled={disabled}
      aria-label={t(isSkipped ? 'bulk.row.unskipLine' : 'bulk.row.skipLine', { row: one.row })}
      onClick={() => onSkip(one.row, !isSkipped)}
    >
      {t(isSkipped ? 'bulk.row.unskip' : 'bulk.row.skip')}
    </Button>
  );
}
