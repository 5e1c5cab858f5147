import { Banner } from '@postern/ui/feedback/banner';
import { Checkbox } from '@postern/ui/forms/checkbox';
import { HandCoins } from 'lucide-react';
import { type FormEvent, type Ref, useEffect, useMemo } from 'react';
import { usePartner } from '../../../lib/frame/partner.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import type { Order } from '../order.ts';
import { updatePurchase, useOpenedPurchase, usePurchase } from '../purchase-store.ts';
import { useMoneyText } from '../use-money-text.ts';
import { CardForm, CardProblemNote } from './card-form.tsx';
import type { CardProblem, PaymentMeans } from './card-gateway.ts';
import type { PartnerPayment } from './partner-payment.ts';
import { sandboxCardGateway } from './sandbox-card-element.tsx';
import { type CardChoice, SavedCardChoice } from './saved-card-choice.tsx';
import { stripeCardGateway } from './stripe-card-element.tsx';
import { TermsNote } from './terms-note.tsx';

export const PAYMENT_FORM_ID = 'payment-form';

type Props = {
  order: Order;
  isCardDue: boolean;
  partnerPayment: PartnerPayment;
  means: Ref<PaymentMeans>;
  problem: CardProblem | null;
  choice: CardChoice;
  onChoose: (choice: CardChoice) => void;
  isBusy: boolean;
  onSubmit: () => void;
};

/** Card, renewal and terms; or the reason why no card is needed. */
export function PaymentForm(props: Props) {
  const { order, isCardDue, partnerPayment, isBusy, onSubmit } = props;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isBusy) onSubmit();
  }
  return (
    <form id={PAYMENT_FORM_ID} noValidate onSubmit={submit}>
      {isCardDue ? (
        <CardPart {...props} />
      ) : (
        <NoCardPart order={order} partnerPayment={partnerPayment} problem={props.problem} />
      )}
      {order.kind !== 'trial' && order.kind !== 'free' && <AutoRenew disabled={isBusy} />}
      <TermsNote />
    </form>
  );
}

function CardPart({ order, means, problem, choice, onChoose }: Props) {
  const t = useText();
  const { cardDetails, cardGateway } = useOpenedPurchase();
  const { autoRenew } = usePurchase();
  const publishableKey = cardGateway?.name === 'stripe' ? cardGateway.publishableKey : null;
  const gateway = useMemo(
    () => (publishableKey === null ? sandboxCardGateway : stripeCardGateway(publishableKey)),
    [publishableKey],
  );
  const isSaved = cardDetails !== undefined && choice === 'saved';
  useEffect(() => {
    // If the saved card couldn't pay, another one may.
    if (problem) onChoose('other');
  }, [problem, onChoose]);
  return (
    <>
      {cardDetails && <SavedCardChoice card={cardDetails} choice={choice} onChoose={onChoose} />}
      {order.kind === 'trial' && <p className="mb-4.5 text-2nd">{t('purchase.payment.trialCard')}</p>}
      {isSaved ? (
        <CardProblemNote problem={problem} />
      ) : (
        <section aria-label={t('purchase.payment.cardTitle')}>
          <CardForm
            gateway={gateway}
            charge={{ amountMinor: order.todayMinor, currency: order.currency, savesCard: autoRenew }}
            means={means}
            problem={problem}
          />
        </section>
      )}
    </>
  );
}

function NoCardPart({ order, partnerPayment, problem }: Pick<Props, 'order' | 'partnerPayment' | 'problem'>) {
  const t = useText();
  const { companyName } = usePartner();
  const money = useMoneyText(order.currency);
  const isAtPage = partnerPayment === 'page';
  const words = { company: companyName, amount: money(order.todayMinor) };
  if (!partnerPayment || order.todayMinor === 0) {
    return (
      <>
        <CardProblemNote problem={problem} />
        <p>{t('purchase.payment.introFree')}</p>
      </>
    );
  }
  return (
    <>
      <CardProblemNote problem={problem} />
      <Banner
        icon={<HandCoins size={20} strokeWidth={1.75} aria-hidden="true" />}
        title={t(isAtPage ? 'purchase.payment.partnerPage' : 'purchase.payment.partner', { company: companyName })}
      >
        {t(isAtPage ? 'purchase.payment.partnerPageText' : 'purchase.payment.partnerText', words)}
      </Banner>
    </>
  );
}

function AutoRenew({ disabled }: { disabled: boolean }) {
  const t = useText();
  const { autoRenew } = usePurchase();
  return (
    <Checkbox
      checked={autoRenew}
      onCheckedChange={(checked) => updatePurchase({ autoRenew: checked })}
      hint={t('purchase.payment.autoRenewHint')}
      name="autoRenew"
      disabled={disabled}
      className="mt-6"
    >
      {t('purchase.payment.autoRenew')}
    </Checkbox>
  );
}
