import type { Plan } from '@postern/contract/plans';
import type { CurrentPlan } from '@postern/contract/subscriptions';
import type { OrderType } from '@postern/contract/shapes';
import { Button } from '@postern/ui/buttons/button';
import { Banner } from '@postern/ui/feedback/banner';
import { useSingleCall } from '../../../lib/forms/use-single-call.ts';
import { errorText } from '../../../lib/http/error-text.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { showToast } from '../../../lib/toasts.ts';
import { keepAsIsMutation } from '../queries.ts';

type Props = { plan: CurrentPlan; sold: readonly Plan[]; orderType: OrderType };

/** What was chosen for the next renewal, until it is withdrawn. */
export function ScheduledChange({ plan, sold, orderType }: Props) {
  const t = useText();
  const format = useFormat();
  const { bundleId = '' } = useSession();
  const mutation = {
    ...keepAsIsMutation(bundleId),
    onError: (error: Error) => showToast(errorText(error, t), { kind: 'error' }),
  };
  const { run, pending } = useSingleCall(mutation, () => showToast(t('upgrade.scheduled.undone'), { kind: 'success' }));
  const { scheduledChange } = plan;
  if (!scheduledChange) return null;
  const named = sold.find(({ id }) => id === scheduledChange.planId);
  const name = named ? format.name(named) : '';
  const { refusal } = scheduledChange;
  return (
    <Banner
      kind={refusal ? 'warn' : 'info'}
      title={t(refusal ? 'upgrade.scheduled.refusedTitle' : 'upgrade.scheduled.title', {
        date: format.date(scheduledChange.effectiveOn ?? '', 'long'),
      })}
      action={
        <Button kind="quiet" size="s" pending={pending} onClick={() => run(orderType)}>
          {t('upgrade.scheduled.undo')}
        </Button>
      }
    >
      {t('upgrade.scheduled.text', {
        plan: name,
        count: scheduledChange.noOfAccounts,
        cycle: scheduledChange.billingCycle,
      })}
      {refusal && (
        <p className="mt-1.5 font-strong">
          {refusal.reason === 'TOO_MANY_MAILBOXES'
            ? t('upgrade.scheduled.tooMany', {
                plan: name,
                active: refusal.activeAccounts ?? 0,
                limit: refusal.limit ?? 0,
              })
            : t('upgrade.scheduled.tooLarge', { plan: name })}{' '}
          {t('upgrade.scheduled.orRenews')}
        </p>
      )}
    </Banner>
  );
}
