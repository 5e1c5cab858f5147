import type { CurrentPlan } from '@postern/contract/subscriptions';
import { Switch } from '@postern/ui/forms/switch';
import { ConfirmDialog } from '@postern/ui/overlays/confirm-dialog';
import { useState } from 'react';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { endOf } from './notice-of.ts';
import { PayRow } from './pay-row.tsx';
import { setAutoRenewMutation } from './queries.ts';

type Props = {
  plan: CurrentPlan;
  /** Whether the renewal needs a card, and there is none. */
  lacksCard: boolean;
};

/** Turns auto-renew on at once, and off after a question that names the day on which everything stops. */
export function AutoRenew({ plan, lacksCard }: Props) {
  const t = useText();
  const format = useFormat();
  const { bundleId = '' } = useSession();
  const [isAsking, setAsking] = useState(false);
  const change = {
    ...setAutoRenewMutation(bundleId),
    // Turning it off is asked in a dialog, which shows the failure itself.
    onError: (error: Error, autoRenew: boolean) => {
      if (autoRenew) showToast(errorText(error, t), { kind: 'error' });
    },
  };
  const { run, pending, error, reset } = useSingleCall(change, (_, autoRenew) => {
    setAsking(false);
    showToast(t(autoRenew ? 'billing.renew.on' : 'billing.renew.off'), { kind: 'success' });
  });
  const date = format.date(endOf(plan), 'long');
  const onNote = lacksCard ? 'billing.renew.noCardNote' : 'billing.renew.onNote';
  function ask() {
    reset();
    setAsking(true);
  }
  return (
    <>
      <PayRow
        label={t('billing.renew.label')}
        note={t(plan.autoRenew ? onNote : 'billing.renew.offNote', { date })}
        action={
          <Switch
            checked={plan.autoRenew}
            label={t('billing.renew.label')}
            pending={pending}
            onCheckedChange={(wanted) => (wanted ? run(true) : ask())}
          />
        }
      >
        {t(plan.autoRenew ? 'billing.renew.isOn' : 'billing.renew.isOff')}
      </PayRow>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => run(false)}
        pending={pending}
        title={t('billing.renew.ask')}
        confirmLabel={t('billing.renew.turnOff')}
        cancelLabel={t('shell.action.cancel')}
        closeLabel={t('app.close')}
        error={error && errorText(error, t)}
      >
        {t('billing.renew.askText', { date })}
      </ConfirmDialog>
    </>
  );
}
