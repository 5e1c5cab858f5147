import { planTypeHeadline } from '@postern/domain/purchase';
import { Button } from '@postern/ui/buttons/button';
import { Steps } from '@postern/ui/feedback/steps';
import { Card } from '@postern/ui/layout/card';
import { useNavigate } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useText } from '../../../lib/i18n/texts.ts';
import { PATHS } from '../../../lib/paths.ts';
import { noteGreeting } from '../../../lib/session/greeting.ts';
import { TwoColumns } from '../purchase-frame.tsx';
import { forgetPurchase, forgetSavedAddress, type PurchaseState, usePurchase } from '../purchase-store.ts';
import { STEP_NAMES } from '../use-purchase-step.ts';
import { ReceiptCard } from './receipt-card.tsx';

const NEXT = ['mailbox', 'domain', 'team'] as const;

/**
 * The order is complete: what was bought, and what comes next. The button forgets what the checkout kept and opens the panel; the session is
 * already stored. Spec 1 §2, Outcomes.
 */
export function PurchaseDone({ done }: { done: NonNullable<PurchaseState['done']> }) {
  const t = useText();
  const navigate = useNavigate();
  const { opened, receipt } = usePurchase();
  const heading = useRef<HTMLHeadingElement>(null);
  // A page with its own address: a reload shows it again, and Back doesn't lead to a second payment.
  useEffect(() => {
    void navigate({ to: PATHS.purchase, search: { step: 'done' }, replace: true });
    heading.current?.focus();
  }, [navigate]);
  function open(to: string) {
    noteGreeting();
    forgetSavedAddress();
    void navigate({ to, replace: true }).then(forgetPurchase);
  }
  return (
    <TwoColumns
      step={
        <>
          <div className="mb-5.5 flex min-h-9 items-center desk:-mt-1.5 print:hidden">
            <Steps
              steps={STEP_NAMES.map((id) => ({ id, label: t(`purchase.steps.${id}`) }))}
              current={null}
              label={t('purchase.steps.label')}
              completedText={t('purchase.steps.completed')}
            />
          </div>
          <h1 ref={heading} tabIndex={-1} className="text-pretty outline-none!">
            {t('purchase.success.title')}
          </h1>
          <p className="mt-1.5 text-pretty wrap-anywhere text-2nd">
            {t('purchase.success.what', {
              plan: receipt?.planName ?? planTypeHeadline(done.planType),
              email: done.email,
            })}
          </p>
          <Card className="mt-7 px-7 py-6.5 max-phone:px-4 max-phone:py-5 print:hidden">
            <h2>{t('purchase.success.next')}</h2>
            <ol className="mt-4.5 mb-6 grid gap-3.5">
              {NEXT.map((step, index) => (
                <li key={step} className="flex items-start gap-3.5">
                  <span
                    aria-hidden="true"
                    className={`mt-px grid size-6.5 flex-none place-items-center rounded-full border-[1.5px] text-tag font-semibold ${index === 0 ? 'border-accent bg-accent-soft text-accent-text' : 'border-line-strong text-3rd'}`}
                  >
                    {index + 1}
                  </span>
                  <span className="min-w-0">
                    <span className="block font-medium">{t(`purchase.success.step.${step}`)}</span>
                    <span className="block text-label text-2nd wrap-anywhere">
                      {t(`purchase.success.stepText.${step}`, { domain: opened?.claims.domainName ?? '' })}
                    </span>
                  </span>
                </li>
              ))}
            </ol>
            <Button
              size="l"
              onClick={() => open(PATHS.mailboxes)}
              iconAfter={<ArrowRight size={18} strokeWidth={1.75} aria-hidden="true" className="rtl:-scale-x-100" />}
              className="max-phone:w-full"
            >
              {t('purchase.success.open')}
            </Button>
          </Card>
          <p className="mt-4 px-7 text-small text-pretty text-2nd max-phone:px-4 print:hidden">
            {t('purchase.success.text')}
          </p>
        </>
      }
      aside={receipt && <ReceiptCard receipt={receipt} done={done} onInvoice={() => open(PATHS.subscription)} />}
    />
  );
}
