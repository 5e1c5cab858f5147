import type { ImportTask } from '@postern/contract/mail-import';
import { renderTable } from '@postern/domain/bulk';
import { saveFile } from '../../../lib/http/save-file.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import type { ImportReport } from '../queries.ts';

/** Saves the report as a table: a line for each folder, then one for each message that was not copied. */
export function useReportFile(task: ImportTask): (report: ImportReport) => void {
  const t = useText();
  return ({ folders }) => {
    const head = [
      t('mailImport.report.folder'),
      ...[t('mailImport.report.found'), t('mailImport.report.copied'), t('mailImport.report.present')],
      t('mailImport.report.skipped'),
      ...[t('mailImport.file.subject'), t('mailImport.file.date'), t('mailImport.file.bytes')],
      ...[t('mailImport.file.reason'), t('mailImport.file.words')],
    ];
    const lines = folders.flatMap((one) => {
      const missed = (one.skippedCount ?? one.skipped.length) + one.failed;
      const sums = [one.found, one.copied, one.present, missed].map(String);
      const messages = [...one.skipped, ...(one.failures ?? [])].map(({ reason, subject, date, size, detail }) => [
        one.folder,
        ...['', '', '', ''],
        ...[subject ?? '', date ?? '', String(size)],
        ...[t(`mailImport.reason.${reason}`), detail ?? ''],
      ]);
      return [[one.folder, ...sums, ...['', '', '', '', '']], ...messages];
    });
    // The byte order mark tells spreadsheets that it is UTF-8.
    const content = new Blob(['\ufeff', renderTable([head, ...lines])], { type: 'text/csv;charset=utf-8' });
    saveFile(`${t('mailImport.file.name')}-${task.destinationEmail}.csv`, content);
  };
}
