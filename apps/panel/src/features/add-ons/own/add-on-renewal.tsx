import type { CurrentPlan, OwnedAddOn } from '@postern/contract/subscriptions';
import { lastDayOf } from '@postern/domain/plans';
import { Switch } from '@postern/ui/forms/switch';
import { ConfirmDialog } from '@postern/ui/overlays/confirm-dialog';
import { useState } from 'react';
import { useSingleCall } from '../../../lib/forms/use-single-call.ts';
import { errorText } from '../../../lib/http/error-text.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { showToast } from '../../../lib/toasts.ts';
import { setAddOnRenewalMutation } from '../queries.ts';

type Props = { addOn: OwnedAddOn; plan: CurrentPlan };

/** Shows when an add-on is charged or ends, with the switch for renewal. Turning it off asks first, naming the day and the loss. */
export function AddOnRenewal({ addOn, plan }: Props) {
  const t = useText();
  const format = useFormat();
  const { bundleId = '' } = useSession();
  const [isAsking, setAsking] = useState(false);
  const change = {
    ...setAddOnRenewalMutation(bundleId),
    onError: (error: Error) => showToast(errorText(error, t), { kind: 'error' }),
  };
  const { run, pending } = useSingleCall(change, (_, { renewOnExpiry }) => {
    setAsking(false);
    showToast(t(renewOnExpiry ? 'addOns.renewal.on' : 'addOns.renewal.off'), { kind: 'success' });
  });
  const { renewOnExpiry, trialUntil } = addOn;
  const isCancelled = plan.subscriptionStatus === 'cancel-subscription';
  const doesRenew = renewOnExpiry && plan.autoRenew && !isCancelled;
  const endsOn = trialUntil ?? lastDayOf(plan) ?? '';
  const facts = {
    date: endsOn === '' ? '' : format.date(endsOn, 'long'),
    amount: format.money(addOn.amountToBePaidOnRenewal, plan.currency),
  };
  const line = trialUntil
    ? t(doesRenew ? 'addOns.renewal.trialThen' : 'addOns.renewal.trialEnds', facts)
    : t(doesRenew ? 'addOns.renewal.renews' : 'addOns.renewal.ends', facts);
  return (
    <div className="flex items-center gap-4 px-5 py-4 max-phone:px-4">
      <div className="min-w-0 flex-1">
        <h2 className="text-lead!">{t('addOns.pieces', { count: addOn.quantity })}</h2>
        <p className="text-small text-pretty text-2nd">{line}</p>
      </div>
      {!isCancelled && plan.autoRenew && (
        <Switch
          checked={renewOnExpiry}
          label={t('addOns.renewal.label')}
          pending={pending}
          onCheckedChange={(wanted) => (wanted ? run({ addonId: addOn.id, renewOnExpiry: true }) : setAsking(true))}
        />
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => run({ addonId: addOn.id, renewOnExpiry: false })}
        pending={pending}
        title={t('addOns.renewal.ask')}
        confirmLabel={t('addOns.renewal.turnOff')}
        cancelLabel={t('shell.action.cancel')}
        closeLabel={t('app.close')}
      >
        {t('addOns.renewal.askText', facts)}
      </ConfirmDialog>
    </div>
  );
}
