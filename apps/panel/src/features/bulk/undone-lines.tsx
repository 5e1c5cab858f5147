import type { BulkKind, BulkRowCode } from '@postern/contract/bulk';
import { showNames } from '@postern/domain/addresses';
import { renderTable } from '@postern/domain/bulk';
import { Button } from '@postern/ui/buttons/button';
import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { SubmitFailure } from '../../lib/forms/submit-failure.tsx';
import { UnsavedInput } from '../../lib/forms/unsaved-scope.tsx';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { BulkRows } from './bulk-rows.tsx';
import { type BulkJob, retryBulkMutation } from './queries.ts';
import { RefusedRows } from './refused-rows.tsx';
import { ResultHead } from './result-head.tsx';
import { toResultRow } from './row-text.ts';
import { saveTextFile } from './save-text-file.ts';
import { noteStartedJob } from './started-job.ts';

/** `wasRefused`: the check refused it before the job began. */
export type UndoneRow = BulkJob['rows'][number] & { wasRefused: boolean };

/** Problems of a line that no other address solves: it must be corrected in the list. */
const NOT_THE_ADDRESS: readonly (BulkRowCode | undefined)[] = [
  ...(['NAME_TOO_LONG', 'NAME_INVALID', 'ALTERNATE_EMAIL_INVALID', 'ADMIN_UNCLEAR'] as const),
  ...(['PASSWORD_TOO_SHORT', 'PASSWORD_TOO_LONG', 'PASSWORD_NO_SPACES', 'PASSWORD_CONTROL_CHARACTER'] as const),
  ...(['PASSWORD_NEEDS_LETTER', 'PASSWORD_NEEDS_DIGIT', 'PASSWORD_NEEDS_SYMBOL', 'PASSWORD_TOO_COMMON'] as const),
  ...(['PASSWORD_ERASED', 'QUOTE_NOT_CLOSED', 'TOO_MANY_CELLS'] as const),
];

type Props = {
  headingId: string;
  jobId: string;
  kind: BulkKind;
  rows: readonly UndoneRow[];
  rowLabel: string;
};

/** What a job didn't do: mailboxes to create are corrected in place, and tried again without touching the others. */
export function UndoneLines({ headingId, jobId, kind, rows, rowLabel }: Props) {
  const t = useText();
  const { bundleId = '' } = useSession();
  const [drafts, setDrafts] = useState<ReadonlyMap<number, string>>(new Map());
  const [skipped, setSkipped] = useState<ReadonlySet<number>>(new Set());
  const retry = useSingleCall(retryBulkMutation(bundleId, jobId), () => {
    setDrafts(new Map());
    noteStartedJob(jobId);
  });
  const isCreation = kind === 'createMailboxes';
  const shown = useMemo(
    () =>
      rows.map((row) => ({
        ...toResultRow(kind, row, t),
        code: row.code,
        wasRefused: row.wasRefused,
        canChange: isCreation && !NOT_THE_ADDRESS.includes(row.code),
      })),
    [rows, kind, isCreation, t],
  );
  // An address that was refused may be free by now. What isn't about mailboxes to create would only be refused again.
  const again = isCreation
    ? shown.filter(({ row, canChange }) => canChange && !skipped.has(row))
    : shown.filter(({ wasRefused }) => !wasRefused);
  function tryAgain() {
    if (again.length === 0) return;
    const lines = again.map(({ row }) => {
      const email = drafts.get(row)?.trim();
      return email ? { row, email } : { row };
    });
    retry.run(isCreation ? lines : undefined);
  }
  const save = () => saveTextFile('not-done.csv', undoneTable(rows, shown));
  return (
    <form
      aria-labelledby={headingId}
      className="grid grid-cols-1 gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        tryAgain();
      }}
    >
      <ResultHead
        id={headingId}
        title={t(isCreation ? 'bulk.section.refused' : 'bulk.section.undone', { count: rows.length })}
      >
        <Button
          kind="quiet"
          size="s"
          icon={<Download size={16} strokeWidth={1.75} aria-hidden="true" />}
          onClick={save}
        >
          {t('bulk.job.downloadUndone', { count: rows.length })}
        </Button>
        {again.length > 0 && (
          <Button type="submit" size="s" pending={retry.pending}>
            {t('bulk.job.retry', { count: again.length })}
          </Button>
        )}
      </ResultHead>
      <UnsavedInput isUnsaved={drafts.size > 0} />
      {retry.error && <SubmitFailure failure={retry.error} pending={retry.pending} />}
      {isCreation ? (
        <RefusedRows
          rows={shown}
          drafts={drafts}
          skipped={skipped}
          disabled={retry.pending}
          onDraft={(row, email) => setDrafts(new Map(drafts).set(row, email))}
          onSkip={(row, isSkipped) => {
            const next = new Set(skipped);
            if (isSkipped) next.add(row);
            else next.delete(row);
            setSkipped(next);
          }}
        />
      ) : (
        <BulkRows
          label={t('bulk.job.undoneResult')}
          rowLabel={rowLabel}
          outcomeLabel={t('bulk.column.why')}
          rows={shown}
        />
      )}
    </form>
  );
}

/** The lines as they were written, with the reason, to correct them and paste them again. Passwords aren't kept in readable form. */
function undoneTable(rows: readonly UndoneRow[], shown: readonly { row: number; problem: string }[]): string {
  const reasons = new Map(shown.map(({ row, problem }) => [row, problem]));
  if (rows.some(({ sourceEmail }) => sourceEmail !== undefined)) {
    const imports = rows.map(({ row, email, sourceEmail = '' }) => [
      ...[String(row), showNames(sourceEmail), showNames(email), reasons.get(row) ?? ''],
    ]);
    return renderTable([['line', 'source', 'destination', 'reason'], ...imports]);
  }
  const lines = rows.map(({ row, email, displayName = '', alternateEmail = '' }) => [
    String(row),
    showNames(email),
    displayName,
    alternateEmail,
    reasons.get(row) ?? '',
  ]);
  return renderTable([['line', 'email', 'displayName', 'alternateEmail', 'reason'], ...lines]);
}
