import { Button } from '@postern/ui/buttons/button';
import { Banner } from '@postern/ui/feedback/banner';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { hasCode } from '../../lib/http/api-error.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { useVisit } from '../../lib/session/visit.ts';
import { showToast } from '../../lib/toasts.ts';
import { type Applied, rememberApplied } from './applied-plans.ts';
import { undoProblem } from './plan-problem.ts';
import { undoPlanMutation } from './queries.ts';

type Props = Pick<Applied, 'undoId' | 'count'> & { className: string };

/** Says that the plan was applied, and offers to undo it as a whole. In a support visit only the owner may: it decides where mail goes. */
export function AppliedNote({ undoId, count, className }: Props) {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const { run, pending, error } = useSingleCall(undoPlanMutation(bundleId), () => {
    rememberApplied(bundleId, null);
    showToast(t('domainPlan.applied.undone'), { kind: 'success' });
  });
  const mayUndo = useVisit() === null;
  const isOver = hasCode(error, 'ZONE_CHANGED') || hasCode(error, 'PLAN_NOT_FOUND');
  return (
    <Banner
      kind={error ? 'warn' : 'good'}
      live
      className={className}
      title={t(error ? 'domainPlan.applied.notUndone' : 'domainPlan.applied.title', { count })}
      onDismiss={() => rememberApplied(bundleId, null)}
      dismissLabel={t('app.close')}
      action={
        mayUndo &&
        !isOver && (
          <Button kind="quiet" size="s" pending={pending} onClick={() => run(undoId)}>
            {t(error ? 'shell.action.retry' : 'domainPlan.applied.undo')}
          </Button>
        )
      }
    >
      {error ? undoProblem(error, domain, t) : mayUndo && t('domainPlan.applied.text')}
    </Banner>
  );
}
