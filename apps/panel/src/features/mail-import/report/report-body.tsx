import type { ImportTask } from '@postern/contract/mail-import';
import { isOver } from '@postern/domain/mail-import';
import { type Text, useText } from '../../../lib/i18n/texts.ts';
import type { ImportReport } from '../queries.ts';
import { folderName } from './folder-name.ts';
import { FolderTable } from './folder-table.tsx';
import { MissedMessages } from './missed-messages.tsx';

/** What became of each folder, the messages that were not copied, and the folders that were left out. */
export function ReportBody({ task, report }: { task: ImportTask; report: ImportReport }) {
  const t = useText();
  const isEnded = isOver(task.status);
  // Before everything is counted, a folder with nothing found would look done.
  const isCounted = isEnded || task.messages.total > 0;
  const leftOut = (report.leftOut ?? []).filter(({ reason }) => reason !== 'not-selectable');
  return (
    <>
      {isCounted && report.folders.length > 0 && <FolderTable task={task} folders={report.folders} isEnded={isEnded} />}
      <MissedMessages folders={report.folders} isEnded={isEnded} />
      {leftOut.length > 0 && (
        <p className="border-t border-line px-6 py-3.5 text-small wrap-anywhere text-2nd max-phone:px-4">
          {t('mailImport.report.leftOut', { count: leftOut.length, folders: namesOf(leftOut, t) })}
        </p>
      )}
    </>
  );
}

const SHOWN = 8;
const namesOf = (folders: readonly { folder: string }[], t: Text): string =>
  folders
    .slice(0, SHOWN)
    .map(({ folder }) => folderName(folder, t))
    .join(', ') + (folders.length > SHOWN ? ' …' : '');
