import { Skeleton, SkeletonRows } from '@postern/ui/feedback/skeleton';
import { TableBody, TableCell, TableRow } from '@postern/ui/layout/table';
import { useText } from '../../../lib/i18n/texts.ts';
import { TableFrame } from '../../../lib/lists/long-rows.tsx';
import { useListLayout } from '../../../lib/lists/use-list-layout.ts';
import { WaitingStatus } from '../../../lib/loading/waiting.tsx';
import { useSelectionOfRow } from './selection.ts';
import { useMailboxColumns } from './use-mailbox-columns.tsx';

const ROWS = 6;

/** A placeholder for the list, in the size that it will have. */
export function MailboxesSkeleton() {
  const asList = useListLayout();
  return (
    <>
      <WaitingStatus />
      {asList ? <SkeletonRows rows={ROWS} /> : <SkeletonTable />}
    </>
  );
}

function SkeletonTable() {
  const t = useText();
  const columns = useMailboxColumns();
  const canSelect = useSelectionOfRow() !== null;
  return (
    <TableFrame label={t('mailboxes.list.label')} busy columns={columns}>
      <TableBody aria-hidden="true">
        {Array.from({ length: ROWS }, (_, row) => (
          <TableRow key={row}>
            {canSelect && <TableCell />}
            <TableCell>
              <div className="flex items-center gap-3">
                <Skeleton shape="circle" width={34} />
                <div className="flex-1">
                  <Skeleton shape="text" width={`${34 + ((row * 17) % 23)}%`} />
                  <Skeleton shape="text" width={`${48 + ((row * 29) % 31)}%`} className="text-small" />
                </div>
              </div>
            </TableCell>
            <TableCell>
              <Skeleton shape="text" width="5rem" />
            </TableCell>
            <TableCell>
              <Skeleton shape="text" width="10.5rem" />
            </TableCell>
            <TableCell />
          </TableRow>
        ))}
      </TableBody>
    </TableFrame>
  );
}
