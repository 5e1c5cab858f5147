import { Checkbox } from '@postern/ui/forms/checkbox';
import { useMemo, useState } from 'react';
import { useScrollToNews } from '../../lib/forms/note-in-view.tsx';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { BulkRows } from './bulk-rows.tsx';
import { countFeasible } from './count-feasible.ts';
import { PlanEffect } from './plan-effect.tsx';
import type { BulkInput, BulkPreview } from './queries.ts';
import { toPreviewRow } from './row-text.ts';

type Props = { kind: BulkInput['kind']; preview: BulkPreview };

/** The preview row by row, and its effect on the plan. */
export function DryRun({ kind, preview }: Props) {
  const t = useText();
  const format = useFormat();
  const [onlyProblems, setOnlyProblems] = useState(false);
  // It appears below the form, possibly out of view.
  const heading = useScrollToNews<HTMLHeadingElement>(preview);
  const { rows, priceEffect, ignoredColumns } = preview;
  const bad = rows.filter(({ ok }) => !ok).length;
  const shown = useMemo(
    () => rows.filter(({ ok }) => !(onlyProblems && ok)).map((row) => toPreviewRow(row, t)),
    [rows, onlyProblems, t],
  );
  const isCreation = kind === 'createMailboxes';
  // A table has lines; chosen mailboxes are counted.
  const hasLines = isCreation || kind === 'importMail';
  const changesPlan = isCreation || kind === 'delete';
  return (
    <section aria-labelledby="dry-run-title" className="grid grid-cols-1 gap-4">
      <div role="status" className="grid grid-cols-1 gap-1">
        <h2 id="dry-run-title" ref={heading} className="scroll-mb-80">
          {t(`bulk.dryRun.${kind}`, { count: countFeasible(preview) })}
        </h2>
        {bad > 0 && (
          <p className="text-pretty">
            {t(hasLines ? 'bulk.dryRun.refusedLines' : 'bulk.dryRun.refusedMailboxes', { count: bad })}
          </p>
        )}
        {changesPlan && <PlanEffect effect={priceEffect} className="prose-width text-pretty text-2nd" />}
        {ignoredColumns.length > 0 && (
          <p className="prose-width text-pretty text-2nd">
            {t('bulk.dryRun.ignored', { count: ignoredColumns.length, columns: format.list(ignoredColumns) })}
          </p>
        )}
      </div>
      {bad > 0 && bad < rows.length && (
        <Checkbox checked={onlyProblems} onCheckedChange={setOnlyProblems}>
          {t('bulk.dryRun.onlyProblems')}
        </Checkbox>
      )}
      <BulkRows
        label={t('bulk.dryRun.label')}
        rowLabel={t(hasLines ? 'bulk.column.line' : 'bulk.column.number')}
        outcomeLabel={t('bulk.column.outcome')}
        rows={shown}
      />
    </section>
  );
}
