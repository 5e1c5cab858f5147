import { previousStep } from '@postern/domain/purchase';
import { Button } from '@postern/ui/buttons/button';
import { Steps } from '@postern/ui/feedback/steps';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { hasCode } from '../../lib/http/api-error.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { usePart } from '../../lib/loading/use-part.ts';
import { loadPurchaseDone } from './done/load-purchase-done.ts';
import { orderOf } from './order.ts';
import { PlanStep } from './plan/plan-step.tsx';
import { PurchaseErrorScreen, type PurchaseErrorType } from './purchase-error-screen.tsx';
import { PurchaseSkeleton } from './purchase-skeleton.tsx';
import { codeInUse, type PurchaseState, useOpenedPurchase, usePurchase } from './purchase-store.ts';
import { discountQuery, purchasePlansQuery, taxDetailsQuery } from './queries.ts';
import { STEP_NAMES, usePurchaseStep } from './use-purchase-step.ts';

const loadDetails = () => import('./details/details-step.tsx');
const loadPayment = () => import('./payment/payment-step.tsx');

/** The three steps, shown when the link's plan is known. */
export function PurchaseFlow() {
  const { token, claims } = useOpenedPurchase();
  const purchase = usePurchase();
  const plans = useQuery(purchasePlansQuery(token));
  const code = codeInUse(purchase);
  const discount = useQuery({ ...discountQuery(token, code ?? ''), enabled: code !== null });
  usePrefetchQuery(taxDetailsQuery);
  const [deviceMillis] = useState(() => Date.now());
  const [ended, setEnded] = useState<PurchaseErrorType | null>(null);
  const { step, goTo } = usePurchaseStep();
  // Each step loads the next one in advance.
  const details = usePart(loadDetails, step === 1 ? 'now' : 'soon');
  const payment = usePart(loadPayment, (['later', 'soon', 'now'] as const)[step]);
  usePart(loadPurchaseDone, step === 2 ? 'soon' : 'later');
  if (ended) return <PurchaseErrorScreen type={ended} />;
  if (plans.isPending || discount.isLoading) return <PurchaseSkeleton />;
  // The purchase token has expired; only the link opens a new one.
  if (hasCode(plans.error, 'UNAUTHENTICATED')) return <PurchaseErrorScreen type="invalidParams" />;
  const choice = {
    ...{ ...purchase, planType: claims.planType, country: billedCountry(purchase, step) },
    discount: code === null ? null : (discount.data ?? null),
    isReverseCharge: step === 2 && purchase.customer?.isReverseCharge === true,
  };
  const { now } = plans.data ?? {};
  const order = plans.data ? orderOf(plans.data, choice, now === undefined ? deviceMillis : Date.parse(now)) : null;
  if (!order) return <PurchaseErrorScreen type="cycleAndAccountsError" />;
  const bar = <StepBar step={step} onBack={() => goTo(previousStep(step) ?? 0)} />;
  if (step === 0) return <PlanStep order={order} codeProblem={discount.error} bar={bar} onNext={() => goTo(1)} />;
  if (step === 1 && details)
    return <details.DetailsStep order={order} bar={bar} onNext={() => goTo(2)} onEnded={setEnded} />;
  if (step === 2 && payment) return <payment.PaymentStep order={order} bar={bar} onEnded={setEnded} />;
  return <PurchaseSkeleton />;
}

/** The country for taxes: at the payment of the saved address, before that of the form, else of the link. */
function billedCountry({ customer, draft, opened }: PurchaseState, step: 0 | 1 | 2): string {
  const saved = step === 2 ? customer?.address.country : undefined;
  return saved ?? (draft?.country || opened?.claims.customerCountry || '');
}

function StepBar({ step, onBack }: { step: 0 | 1 | 2; onBack: () => void }) {
  const t = useText();
  const steps = STEP_NAMES.map((id) => ({ id, label: t(`purchase.steps.${id}`) }));
  return (
    <div className="mb-5.5 flex min-h-9 desk:-mt-1.5 flex-wrap items-center gap-x-4 gap-y-2">
      {step > 0 && (
        <Button
          kind="ghost"
          size="s"
          className="-ms-2.5"
          icon={<ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />}
          onClick={onBack}
        >
          {t('purchase.page.back')}
        </Button>
      )}
      <Steps
        steps={steps}
        current={STEP_NAMES[step]}
        label={t('purchase.steps.label')}
        completedText={t('purchase.steps.completed')}
      />
    </div>
  );
}
