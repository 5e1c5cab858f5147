import { Button } from '@postern/ui/buttons/button';
import { Banner } from '@postern/ui/feedback/banner';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { hasCode } from '../../lib/http/api-error.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { type Text, useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { rememberApplied } from './applied-plans.ts';
import { undoPlanMutation } from './queries.ts';

type Props = { undoId: string; count: number; className: string };

/** Says that the plan was applied, and offers to undo it as a whole. */
export function AppliedNote({ undoId, count, className }: Props) {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const { run, pending, error } = useSingleCall(undoPlanMutation(bundleId), () => {
    rememberApplied(bundleId, null);
    showToast(t('domainPlan.applied.undone'), { kind: 'success' });
  });
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
        !isOver && (
          <Button kind="quiet" size="s" pending={pending} onClick={() => run(undoId)}>
            {t(error ? 'shell.action.retry' : 'domainPlan.applied.undo')}
          </Button>
        )
      }
    >
      {error ? undoProblem(error, domain, t) : t('domainPlan.applied.text')}
    </Banner>
  );
}

/** The record that prevents the undo. */
function undoProblem(error: Error, domain: string, t: Text): string {
  if (!hasCode(error, 'ZONE_CHANGED')) return errorText(error, t);
  const record = error.attrs['record'] as { type?: unknown; host?: unknown } | undefined;
  const place = record?.host ?? error.attrs['host'];
  const host = typeof place === 'string' ? place : '@';
  const name = host === '@' ? domain : `${host}.${domain}`;
  return typeof record?.type === 'string'
    ? t('domainPlan.applied.changed', { type: record.type, name })
    : t('domainPlan.applied.wouldBreak', { name });
}
