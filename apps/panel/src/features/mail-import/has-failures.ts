import type { ImportTask } from '@postern/contract/mail-import';
import { canRetry } from '@postern/domain/mail-import';
import { countsOf } from './import-facts.ts';

/** Whether trying again has anything to do: messages failed, or the import stopped before its end. What was skipped stays so. */
export const hasFailures = (task: ImportTask): boolean =>
  canRetry(task.status) &&
  (task.status !== 'partial_successful' || task.messages.failed > 0 || countsOf(task).left > 0);
