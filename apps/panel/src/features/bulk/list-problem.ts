import type { FieldProblem } from '@postern/contract/errors';
import { BULK_ROWS_MAXIMUM } from '@postern/domain/bulk';
import { hasCode } from '../../lib/http/api-error.ts';
import type { Text } from '../../lib/i18n/texts.ts';

/** What is wrong with the list as a whole; null if the failure is about something else. */
export function listProblem(failure: Error | null, t: Text, maximum = BULK_ROWS_MAXIMUM): string | null {
  const tooMany = t('bulk.create.tooMany', { maximum });
  if (hasCode(failure, 'PAYLOAD_TOO_LARGE')) return tooMany;
  if (!hasCode(failure, 'VALIDATION_FAILED')) return null;
  const [field] = (failure.attrs['fields'] ?? []) as FieldProblem[];
  if (field?.code === 'NOTHING_TO_DO') return t('bulk.create.nothing');
  return field?.code === 'TOO_MANY_ROWS' || field?.code === 'too_big' ? tooMany : null;
}
