import type { BulkKind, BulkPreviewRow, BulkRowCode } from '@postern/contract/bulk';
import { showNames } from '@postern/domain/addresses';
import type { DotKind } from '@postern/ui/feedback/status-dot';
import type { Text, TextValues } from '../../lib/i18n/texts.ts';
import type { ShownRow } from './bulk-rows.tsx';
import type { BulkJob } from './queries.ts';

/** Why a row can't be done or failed, and what to do. */
function problemText(code: BulkRowCode, attrs: Record<string, unknown> | undefined, t: Text): string {
  const values = Object.entries(attrs ?? {}).filter(
    (entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
  );
  return t(`bulk.problem.${code}`, Object.fromEntries(values) satisfies TextValues);
}

/** The line above the mailbox's address: its owner's name, or the account that its mail comes from. */
const nameOf = (displayName: string, sourceEmail: string | undefined): string =>
  sourceEmail === undefined ? displayName : showNames(sourceEmail);

/** The dot's colour: removals aren't green, and rows without a change are neutral. */
const DOTS: Partial<Record<NonNullable<BulkPreviewRow['effect']>, DotKind>> = {
  none: 'off',
  delete: 'warn',
  suspend: 'warn',
  importUntried: 'busy',
};

/** A row of a preview: what would be done. */
export function toPreviewRow(
  { row, email, displayName = '', sourceEmail, ownerEmail = '', ok, effect, code, attrs }: BulkPreviewRow,
  t: Text,
): ShownRow {
  const base = { row, email, name: nameOf(displayName, sourceEmail) };
  if (!ok && code) return { ...base, dot: 'bad', status: t('bulk.row.refused'), problem: problemText(code, attrs, t) };
  const status = t(`bulk.effect.${effect ?? 'none'}`, { email: showNames(ownerEmail) });
  return { ...base, dot: DOTS[effect ?? 'none'] ?? 'good', status, problem: '' };
}

/** A row of a job: what was done. */
export function toResultRow(
  kind: BulkKind,
  { row, email, displayName = '', sourceEmail, ok, code, attrs }: BulkJob['rows'][number],
  t: Text,
): ShownRow {
  const base = { row, email, name: nameOf(displayName, sourceEmail) };
  if (ok === null) return { ...base, dot: 'busy', status: t('bulk.row.waiting'), problem: '' };
  if (!ok && code) return { ...base, dot: 'bad', status: t('bulk.row.failed'), problem: problemText(code, attrs, t) };
  const to = attrs?.['mailedTo'];
  const problem = typeof to === 'string' ? t('bulk.row.mailedTo', { to }) : '';
  return { ...base, dot: 'good', status: t(`bulk.done.${kind}`), problem };
}
