import { showNames } from '@postern/domain/addresses';
import { renderTable } from '@postern/domain/bulk';
import { Button } from '@postern/ui/buttons/button';
import { CopyButton } from '@postern/ui/buttons/copy-button';
import { SkeletonRows } from '@postern/ui/feedback/skeleton';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { ReadFailed } from '../../lib/loading/read-failed.tsx';
import { useSession } from '../../lib/session/session-store.ts';
import { BulkRows, type ShownRow } from './bulk-rows.tsx';
import { type BulkJob, bulkResultQuery } from './queries.ts';
import { toResultRow } from './row-text.ts';
import { saveTextFile } from './save-text-file.ts';

type ResultRow = BulkJob['rows'][number];

/** The result of each row, to read, copy and download. */
export function JobResult({ jobId }: { jobId: string }) {
  const t = useText();
  const { bundleId = '' } = useSession();
  const result = useQuery(bulkResultQuery(bundleId, jobId));
  const { kind = 'createMailboxes', rows = NONE, refusedRows = NONE } = result.data ?? {};
  const shown = useMemo(
    () =>
      // Failed rows come first, because they need attention.
      [...refusedRows, ...rows]
        .toSorted((one, other) => Number(one.ok) - Number(other.ok))
        .map(
          (row): ShownRow => ({
            ...toResultRow(kind, row, t),
            ...(row.setPasswordLink ? { end: <CopyLink row={row} /> } : {}),
          }),
        ),
    [rows, refusedRows, kind, t],
  );
  if (result.isPending) return <SkeletonRows rows={5} />;
  if (result.error) return <ReadFailed title={t('bulk.job.unreadable')} read={result} />;
  const linked = rows.filter(({ setPasswordLink }) => setPasswordLink !== undefined);
  const save = () => saveTextFile('result.csv', resultTable(rows, shown));
  const undone = shown.filter(({ dot }) => dot === 'bad');
  const saveUndone = () => saveTextFile('not-done.csv', undoneTable(undone));
  return (
    <section aria-label={t('bulk.job.result')} className="grid grid-cols-1 gap-4">
      {linked.length > 0 && <p className="prose-width text-pretty text-2nd">{t('bulk.job.links')}</p>}
      <div className="flex flex-wrap gap-2.5">
        <Button
          kind="quiet"
          size="s"
          icon={<Download size={16} strokeWidth={1.75} aria-hidden="true" />}
          onClick={save}
        >
          {t('bulk.job.download')}
        </Button>
        {undone.length > 0 && (
          <Button
            kind="quiet"
            size="s"
            icon={<Download size={16} strokeWidth={1.75} aria-hidden="true" />}
            onClick={saveUndone}
          >
            {t('bulk.job.downloadUndone', { count: undone.length })}
          </Button>
        )}
        {linked.length > 0 && (
          <CopyButton
            kind="quiet"
            text={linked.map(({ email, setPasswordLink }) => `${email}\t${setPasswordLink}`).join('\n')}
            idleLabel={t('bulk.job.copyLinks')}
            copiedLabel={t('mailboxes.password.copied')}
            failedLabel={t('bulk.job.copyFailed')}
          />
        )}
      </div>
      <BulkRows
        label={t('bulk.job.result')}
        rowLabel={t(kind === 'createMailboxes' ? 'bulk.column.line' : 'bulk.column.number')}
        outcomeLabel={t('bulk.column.result')}
        rows={shown}
        hasEnd={linked.length > 0}
      />
    </section>
  );
}

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

/** The result for a spreadsheet: address, outcome, reason and link. */
function resultTable(rows: readonly ResultRow[], shown: readonly ShownRow[]): string {
  const links = new Map(rows.map(({ row, setPasswordLink = '' }) => [row, setPasswordLink]));
  const lines = shown.map(({ row, email, status, problem }) => [email, status, problem, links.get(row) ?? '']);
  return renderTable([['email', 'result', 'note', 'link'], ...lines]);
}

/** The lines that weren't done, with the reason: to correct them and paste them again. */
const undoneTable = (undone: readonly ShownRow[]): string =>
  renderTable([['line', 'email', 'reason'], ...undone.map(({ row, email, problem }) => [String(row), email, problem])]);
