import { DangerQuestion } from '../../lib/forms/danger-question.tsx';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { type Applied, rememberApplied } from './applied-plans.ts';
import { undoProblem } from './plan-problem.ts';
import { undoPlanMutation } from './queries.ts';

type Props = { open: boolean; applied: Pick<Applied, 'undoId'>; onClose: () => void };

/** Asks before the records are put back: mail stops arriving. */
export function UndoDialog({ open, applied, onClose }: Props) {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const { run, pending, error } = useSingleCall(undoPlanMutation(bundleId), () => {
    rememberApplied(bundleId, null);
    showToast(t('domainPlan.applied.undone'), { kind: 'success' });
    onClose();
  });
  return (
    <DangerQuestion
      open={open}
      onClose={onClose}
      onConfirm={() => run(applied.undoId)}
      pending={pending}
      title={t('domainPlan.undo.title')}
      confirm={t('domainPlan.undo.confirm')}
      error={error && undoProblem(error, domain, t)}
    >
      {t('domainPlan.undo.text', { domain })}
    </DangerQuestion>
  );
}
