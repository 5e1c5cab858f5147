import type { CurrentPlan } from '@postern/contract/subscriptions';
import { useEffect, useEffectEvent, useState } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { usePart } from '../../lib/loading/use-part.ts';
import { showToast } from '../../lib/toasts.ts';
import { useQueryFlag } from '../../lib/use-query-flag.ts';
import { RENEWAL_FLAGS } from './renewal-flags.ts';

const loadChangeCycle = () => import('./cycle/change-cycle-modal.tsx');
const loadRenewalDate = () => import('./renewal-date/renewal-date-modal.tsx');

/** What changes how the plan renews: its cycle, and once its day. */
export function RenewalDialogs({ plan }: { plan: CurrentPlan }) {
  const [asksCycle, closeCycle] = useQueryFlag(RENEWAL_FLAGS.cycle);
  const [asksDate, closeDate] = useQueryFlag(RENEWAL_FLAGS.date);
  const changesDate = useMayOpen(asksDate, plan, closeDate);
  const changesCycle = asksCycle && plan.showBillingCycleSwitcher;
  const cycle = usePart(loadChangeCycle, changesCycle ? 'now' : 'soon');
  const date = usePart(loadRenewalDate, changesDate ? 'now' : 'soon');
  return (
    <>
      {cycle && changesCycle && <cycle.ChangeCycleModal plan={plan} onClose={closeCycle} />}
      {date && asksDate && changesDate && <date.RenewalDateModal plan={plan} onClose={closeDate} />}
    </>
  );
}

/**
 * Whether the date may be changed, as of when the person asked: on the dialog's last step it no longer may. If not, the reason is shown.
 */
function useMayOpen(asks: boolean, plan: CurrentPlan, close: () => void): boolean {
  const t = useText();
  const [wasAsked, setAsked] = useState(false);
  const [mayOpen, setMayOpen] = useState(false);
  if (asks !== wasAsked) {
    setAsked(asks);
    setMayOpen(asks && plan.canChangeRenewalDate === true);
  }
  const refuse = useEffectEvent(() => {
    // A paid plan that goes on can be moved, unless it was moved before.
    const isUsed = plan.subscriptionStatus === 'paid' && (plan.remainingDays ?? 0) > 0;
    showToast(t(isUsed ? 'billing.date.used' : 'billing.date.notNow'));
    close();
  });
  useEffect(() => {
    if (asks && !mayOpen) refuse();
  }, [asks, mayOpen]);
  return mayOpen;
}
