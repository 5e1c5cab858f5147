import { planTypeHeadline } from '@postern/domain/purchase';
import { Button } from '@postern/ui/buttons/button';
import { Modal } from '@postern/ui/overlays/modal';
import { useNavigate } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useText } from '../../../lib/i18n/texts.ts';
import { PATHS } from '../../../lib/paths.ts';
import { noteGreeting } from '../../../lib/session/greeting.ts';
import { forgetPurchase, forgetSavedAddress, type PurchaseState, usePurchase } from '../purchase-store.ts';

/**
 * The order is complete. 'Got it' forgets what the checkout kept and opens the panel; the session is already stored. Spec 1 §2, Outcomes.
 */
export function PurchaseDone({ done }: { done: NonNullable<PurchaseState['done']> }) {
  const t = useText();
  const navigate = useNavigate();
  const { opened } = usePurchase();
  function open() {
    noteGreeting();
    forgetSavedAddress();
    void navigate({ to: PATHS.login, replace: true }).then(forgetPurchase);
  }
  return (
    <>
      <h1 className="sr-only">{t('purchase.page.title')}</h1>
      <Modal
        open
        onClose={open}
        image={<CircleCheck size={40} strokeWidth={1.5} aria-hidden="true" className="text-good" />}
        title={
          <span className="[overflow-wrap:anywhere]">
            {t('purchase.success.title', { plan: planTypeHeadline(done.planType), email: done.email })}
          </span>
        }
        closeLabel={t('app.close')}
        footer={<Button onClick={open}>{t('purchase.success.gotIt')}</Button>}
      >
        <div className="grid gap-2 text-2nd">
          <p>{t('purchase.success.text')}</p>
          {opened && <p>{t('purchase.success.textDomain', { domain: opened.claims.domainName })}</p>}
        </div>
      </Modal>
    </>
  );
}
