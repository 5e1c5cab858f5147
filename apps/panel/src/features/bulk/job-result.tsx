import { showNames } from '@postern/domain/addresses';
import { renderTable } from '@postern/domain/bulk';
import { Button } from '@postern/ui/buttons/button';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { CopyButton } from '@postern/ui/buttons/copy-button';
import { SkeletonRows } from '@postern/ui/feedback/skeleton';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { type RefObject, useEffect, useMemo } from 'react';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { ReadFailed } from '../../lib/loading/read-failed.tsx';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { BulkRows, type ShownRow } from './bulk-rows.tsx';
import { type BulkJob, bulkResultQuery } from './queries.ts';
import { ResultHead } from './result-head.tsx';
import { toResultRow } from './row-text.ts';
import { saveTextFile } from './save-text-file.ts';
import { focusOnWork, forgetStartedJob, isStartedHere } from './started-job.ts';
import { UndoneLines, type UndoneRow } from './undone-lines.tsx';

type ResultRow = BulkJob['rows'][number];

/** The result of each row: first what wasn't done, to correct and try again; then the rest, to read, copy and download. */
export function JobResult({ jobId, waiting }: { jobId: string; waiting: RefObject<HTMLElement | null> }) {
  const t = useText();
  const format = useFormat();
  const { bundleId = '' } = useSession();
  const result = useQuery(bulkResultQuery(bundleId, jobId));
  const { kind = 'createMailboxes', rows = NONE, refusedRows = NONE, linksUntil } = result.data ?? {};
  const undone = useMemo(
    () =>
      [
        ...refusedRows.map((row): UndoneRow => ({ ...row, wasRefused: true })),
        ...rows.filter(({ ok }) => ok === false).map((row): UndoneRow => ({ ...row, wasRefused: false })),
      ].toSorted((one, other) => one.row - other.row),
    [rows, refusedRows],
  );
  const done = useMemo(
    () =>
      rows
        .filter(({ ok }) => ok !== false)
        .map(
          (row): ShownRow => ({
            ...toResultRow(kind, row, t),
            ...(row.setPasswordLink ? { end: <CopyLink row={row} /> } : {}),
          }),
        ),
    [rows, kind, t],
  );
  const isRead = result.data !== undefined;
  const next = undone.length > 0 ? UNDONE : DONE;
  useEffect(() => {
    if (!isRead || !isStartedHere(jobId)) return;
    forgetStartedJob();
    focusOnWork(document.getElementById(next), waiting.current);
  }, [isRead, jobId, next, waiting]);
  if (result.isPending) return <SkeletonRows rows={5} />;
  if (result.error) return <ReadFailed title={t('bulk.job.unreadable')} read={result} />;
  const linked = rows.filter(({ setPasswordLink }) => setPasswordLink !== undefined);
  const isImport = kind === 'importMail';
  const rowLabel = t(kind === 'createMailboxes' || isImport ? 'bulk.column.line' : 'bulk.column.number');
  return (
    <div className="grid grid-cols-1 gap-8">
      {undone.length > 0 && (
        <UndoneLines headingId={UNDONE} jobId={jobId} kind={kind} rows={undone} rowLabel={rowLabel} />
      )}
      {done.length > 0 && (
        <section aria-labelledby={DONE} className="grid grid-cols-1 gap-3">
          <ResultHead id={DONE} title={t(`bulk.section.${kind}`, { count: done.length })}>
            {linked.length > 0 && (
              <CopyButton
                kind={undone.length === 0 ? 'primary' : 'quiet'}
                text={linked.map(({ email, setPasswordLink }) => `${email}\t${setPasswordLink}`).join('\n')}
                idleLabel={t('bulk.job.copyLinks')}
                copiedLabel={t('mailboxes.password.copied')}
                failedLabel={t('bulk.job.copyFailed')}
              />
            )}
            {isImport && (
              <ButtonLink size="s" render={<Link to={PATHS.mailImport} />}>
                {t('bulk.import.follow')}
              </ButtonLink>
            )}
            <Button
              kind="quiet"
              size="s"
              icon={<Download size={16} strokeWidth={1.75} aria-hidden="true" />}
              onClick={() => saveTextFile('result.csv', resultTable(rows, done))}
            >
              {t('bulk.job.download')}
            </Button>
          </ResultHead>
          {linked.length > 0 && <p className="prose-width text-pretty text-2nd">{t('bulk.job.links')}</p>}
          <BulkRows
            label={t('bulk.job.result')}
            rowLabel={rowLabel}
            outcomeLabel={t('bulk.column.result')}
            endLabel={
              linksUntil && linked.length > 0
                ? t('bulk.column.linksUntil', { date: format.date(linksUntil) })
                : undefined
            }
            rows={done}
            hasEnd={linked.length > 0}
          />
        </section>
      )}
    </div>
  );
}

/** The headings of the two parts. */
const UNDONE = 'bulk-undone';
const DONE = 'bulk-done';

const NONE: readonly ResultRow[] = [];

function CopyLink({ row: { email, setPasswordLink = '' } }: { row: ResultRow }) {
  const t = useText();
  return (
    <CopyButton
      text={setPasswordLink}
      idleLabel={t('bulk.job.copyLink')}
      copiedLabel={t('mailboxes.password.copied')}
      failedLabel={t('bulk.job.copyFailed')}
      subject={showNames(email)}
    />
  );
}

/** The result for a spreadsheet: address, name, outcome, note and link. */
function resultTable(rows: readonly ResultRow[], shown: readonly ShownRow[]): string {
  const links = new Map(rows.map(({ row, setPasswordLink = '' }) => [row, setPasswordLink]));
  const lines = shown.map(({ row, email, name, status, problem }) => [
    email,
    name,
    status,
    problem,
    links.get(row) ?? '',
  ]);
  return renderTable([['email', 'name', 'result', 'note', 'link'], ...lines]);
}
