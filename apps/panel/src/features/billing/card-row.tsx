import type { CurrentPlan } from '@postern/contract/subscriptions';
import { Button } from '@postern/ui/buttons/button';
import { ConfirmDialog } from '@postern/ui/overlays/confirm-dialog';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { cardName } from '../../lib/i18n/card-name.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { useQueryFlag } from '../../lib/use-query-flag.ts';
import { CardDialog } from './card-dialog.tsx';
import { CardMark } from './card-mark.tsx';
import type { SavedCard } from './saved-card.ts';
import { endOf } from './notice-of.ts';
import { PayRow } from './pay-row.tsx';
import { beginCardMutation, deleteCardMutation, setAutoRenewMutation } from './queries.ts';

type Props = { plan: CurrentPlan; card: SavedCard | null; mayRemove: boolean };

/** The card that pays: saved, changed for another, or removed. */
export function CardRow({ plan, card, mayRemove }: Props) {
  const t = useText();
  const { bundleId = '' } = useSession();
  const [isAsking, setAsking] = useState(false);
  const mayChange = card === null || mayRemove;
  return (
    <PayRow
      label={t('billing.pay.card')}
      note={card && t('billing.card.expires', { date: monthOf(card) })}
      action={
        <div className="flex flex-wrap justify-end gap-x-4 gap-y-1">
          {mayChange && (
            <CardDialog
              begin={beginCardMutation(bundleId, plan.currency)}
              formerCard={card?.paymentMethodId ?? null}
              paysRenewal={plan.autoRenew && plan.paymentState === 'retrying' && !isStopped(plan)}
              onDone={() => setAsking(couldRenew(plan))}
            >
              {(open, pending) => <ChangeCard open={() => open()} pending={pending} hasCard={card !== null} />}
            </CardDialog>
          )}
          <AskToRenew plan={plan} open={isAsking} onClose={() => setAsking(false)} />
          {card && mayRemove && <RemoveCard card={card} plan={plan} />}
        </div>
      }
    >
      {card ? <CardMark card={card} onPhone={false} /> : <span className="text-2nd">{t('billing.card.none')}</span>}
    </PayRow>
  );
}

const isStopped = ({ subscriptionStatus }: CurrentPlan): boolean =>
  subscriptionStatus === 'suspended' || subscriptionStatus === 'expired';

/** A plan that ends only because auto-renew is off. Removing the last card turns it off. */
const couldRenew = (plan: CurrentPlan): boolean =>
  !plan.autoRenew && plan.expiresOn !== null && plan.subscriptionStatus !== 'cancel-subscription' && !isStopped(plan);

/** Shown after a card was added, because nothing renews again unless the owner says so. */
function AskToRenew({ plan, open, onClose }: { plan: CurrentPlan; open: boolean; onClose: () => void }) {
  const t = useText();
  const format = useFormat();
  const { bundleId = '' } = useSession();
  const { run, pending, error } = useSingleCall(setAutoRenewMutation(bundleId), () => {
    onClose();
    showToast(t('billing.renew.on'), { kind: 'success' });
  });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => run(true)}
      pending={pending}
      title={t('billing.renew.askOn')}
      confirmLabel={t('billing.renew.turnOn')}
      cancelLabel={t('shell.action.cancel')}
      closeLabel={t('app.close')}
      error={error && errorText(error, t)}
    >
      {t('billing.renew.askOnText', { date: format.date(endOf(plan), 'long') })}
    </ConfirmDialog>
  );
}

/** The address may ask for the form at once. Spec 1 §4, manage card. */
function ChangeCard({ open, pending, hasCard }: { open: () => void; pending: boolean; hasCard: boolean }) {
  const t = useText();
  const [isAsked, forget] = useQueryFlag('manageCard');
  const start = useEffectEvent(() => {
    forget();
    open();
  });
  useEffect(() => {
    if (isAsked) start();
  }, [isAsked]);
  return (
    <Button kind="link" pending={pending} onClick={open}>
      {t(hasCard ? 'billing.card.change' : 'billing.card.add')}
    </Button>
  );
}

/** As it is printed on the card. */
const monthOf = ({ expMonth, expYear }: SavedCard): string => `${String(expMonth).padStart(2, '0')}/${expYear}`;

/** Asks first: without a card nothing renews, and everything stops on the last day. */
function RemoveCard({ card, plan }: { card: SavedCard; plan: CurrentPlan }) {
  const t = useText();
  const format = useFormat();
  const { bundleId = '' } = useSession();
  const [isAsking, setAsking] = useState(false);
  const { run, pending, error } = useSingleCall(deleteCardMutation(bundleId), () => {
    setAsking(false);
    showToast(t('billing.card.removed'), { kind: 'success' });
  });
  return (
    <>
      <Button kind="link" onClick={() => setAsking(true)}>
        {t('billing.card.remove')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => run(card.paymentMethodId)}
        danger
        pending={pending}
        title={t('billing.card.removeTitle', { card: cardName(card, t) })}
        confirmLabel={t('billing.card.removeDo')}
        cancelLabel={t('shell.action.cancel')}
        closeLabel={t('app.close')}
        error={error && errorText(error, t)}
      >
        {plan.autoRenew && plan.expiresOn !== null
          ? t('billing.card.removeStops', { date: format.date(endOf(plan), 'long') })
          : t('billing.card.removeText')}
      </ConfirmDialog>
    </>
  );
}
