import type { CurrentPlan } from '@postern/contract/subscriptions';
import { formatMoney } from '@postern/domain/money';
import { type BillingCycle, pickCycle } from '@postern/domain/plans';
import { Button } from '@postern/ui/buttons/button';
import { Loader } from '@postern/ui/feedback/loader';
import { Field } from '@postern/ui/forms/field';
import { Select } from '@postern/ui/forms/select';
import { Modal } from '@postern/ui/overlays/modal';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reportEvent } from '../../../lib/events/analytics.ts';
import { useSingleCall } from '../../../lib/forms/use-single-call.ts';
import { usePartner } from '../../../lib/frame/partner.ts';
import { errorText } from '../../../lib/http/error-text.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useLocale, useText } from '../../../lib/i18n/texts.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { showToast } from '../../../lib/toasts.ts';
import { allPlansQuery } from '../../subscriptions/queries.ts';
import { endOf } from '../notice-of.ts';
import { changeRenewalCycleMutation } from '../queries.ts';
import { type RenewalOffer, renewalOffers } from './renewal-offers.ts';

type Props = { plan: CurrentPlan; onClose: () => void };

/** Changes the billing cycle from the next renewal on. Spec 2 §2, Change-billing-cycle modal; §4. */
export function ChangeCycleModal({ plan, onClose }: Props) {
  const t = useText();
  const { bundleId = '' } = useSession();
  const { data: sold, error: unread } = useQuery(allPlansQuery(bundleId, plan.currency));
  const offers = sold ? renewalOffers(plan, sold) : [];
  const [chosen, setChosen] = useState<BillingCycle | null>(null);
  const current = plan.renewalBillingCycle;
  const cycle = pickCycle(
    offers.map((offer) => offer.cycle),
    chosen ?? current,
  );
  const change = {
    ...changeRenewalCycleMutation(bundleId),
    onError: (error: Error) => showToast(errorText(error, t), { kind: 'error' }),
  };
  const { run, pending } = useSingleCall(change, ({ currentPlan: { renewalBillingCycle: to } }) => {
    if (to !== current) reportEvent('billing_cycle_updated', { from: current, to });
    showToast(t('billing.cycle.changed', { cycle: to }), { kind: 'success' });
    onClose();
  });
  const offer = offers.find((one) => one.cycle === cycle);
  return (
    <Modal
      open
      onClose={onClose}
      width={500}
      title={t('billing.cycle.title')}
      description={t('billing.cycle.now', { cycle: plan.billingCycle })}
      closeLabel={t('app.close')}
      locked={pending}
      footer={
        <>
          <Button kind="quiet" onClick={onClose} disabled={pending}>
            {t('shell.action.cancel')}
          </Button>
          {offer && (
            <Button onClick={() => run(cycle)} pending={pending} disabled={cycle === current}>
              {t('billing.cycle.save')}
            </Button>
          )}
        </>
      }
    >
      {offer ? (
        <Choice plan={plan} offers={offers} offer={offer} onChoose={setChosen} />
      ) : (
        <Nothing isLoading={!sold && !unread} />
      )}
    </Modal>
  );
}

function Nothing({ isLoading }: { isLoading: boolean }) {
  const t = useText();
  const { supportEmail } = usePartner().emails;
  return isLoading ? (
    <Loader text={t('app.opening')} />
  ) : (
    <p>{t('billing.cycle.notOffered', { email: supportEmail })}</p>
  );
}

type ChoiceProps = {
  plan: CurrentPlan;
  offers: RenewalOffer[];
  offer: RenewalOffer;
  onChoose: (cycle: BillingCycle) => void;
};

function Choice({ plan, offers, offer, onChoose }: ChoiceProps) {
  const t = useText();
  const locale = useLocale();
  const format = useFormat();
  const { cycle, lines } = offer;
  const isOther = cycle !== plan.billingCycle || cycle !== plan.renewalBillingCycle;
  const items = offers.map((one) => ({ value: one.cycle, label: t('billing.cycle.is', { cycle: one.cycle }) }));
  return (
    <>
      <Field label={t('billing.cycle.renewBy')} nativeLabel={false}>
        <Select items={items} value={cycle} onValueChange={onChoose} />
      </Field>
      <dl className="mt-5 border-y border-line">
        {lines.map((line) => (
          <div key={line.orderId} className="flex justify-between gap-4 border-b border-line py-2.5 last:border-b-0">
            <dt className="min-w-0">{t('billing.cycle.line', { name: format.name(line.named), count: line.count })}</dt>
            <dd className="flex-none tabular-nums">{formatMoney(line.totalMinor, plan.currency, locale)}</dd>
          </div>
        ))}
      </dl>
      {/* Nothing is said about a choice that changes nothing. */}
      <p className={isOther ? 'mt-4 text-pretty text-2nd' : 'invisible mt-4 text-pretty'}>
        {t('billing.cycle.from', { cycle, date: plan.expiresOn ? format.date(endOf(plan), 'long') : '' })}
      </p>
    </>
  );
}
