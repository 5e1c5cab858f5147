import { Skeleton, SkeletonRows } from '@postern/ui/skeleton';
import { TableBody, TableCell, TableRow } from '@postern/ui/table';
import { useText } from '../../lib/i18n/texts.ts';
import { MailboxesTableFrame } from './mailboxes-table.tsx';
import { useSelectionOfRow } from './selection.ts';
import { useListLayout } from '../../lib/use-list-layout.ts';

const ROWS = 6;

/** The list while it is being read, in the size it will have. */
export function MailboxesSkeleton() {
  const t = useText();
  const asList = useListLayout();
  return (
    <>
      <p role="status" className="sr-only">
        {t('app.loading')}
      </p>
      {asList ? <SkeletonRows rows={ROWS} /> : <SkeletonTable />}
    </>
  );
}

function SkeletonTable() {
  const canSelect = useSelectionOfRow() !== null;
  return (
    <MailboxesTableFrame busy>
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
    </MailboxesTableFrame>
  );
}
