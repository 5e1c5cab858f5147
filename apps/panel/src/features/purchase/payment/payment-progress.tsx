import { Button } from '@postern/ui/buttons/button';
import { Banner } from '@postern/ui/feedback/banner';
import { usePartner } from '../../../lib/frame/partner.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { MAXIMUM_ATTEMPTS } from './ask-until-answered.ts';
import type { PaymentPhase } from './run-payment.ts';

type Props = { running: { phase: PaymentPhase; attempt: number } | null; isFree: boolean };

/** What the payment is waiting for, as text under the pending button. */
export function PaymentProgress({ running, isFree }: Props) {
  const t = useText();
  const { companyName } = usePartner();
  return (
    <p role="status" className={running ? 'mt-3 text-center text-small text-pretty text-2nd' : 'sr-only'}>
      {running && phaseText()}
    </p>
  );
  function phaseText(): string {
    if (!running) return '';
    if (running.attempt > 1)
      return t('purchase.progress.askingAgain', { attempt: running.attempt, attempts: MAXIMUM_ATTEMPTS });
    if (running.phase === 'preparing' && isFree) return t('purchase.progress.preparingFree');
    return t(`purchase.progress.${running.phase}`, { company: companyName });
  }
}

/** Shown when there was no answer, or when the bank has none yet: the outcome isn't known, and trying again is safe. */
export function UnknownOutcome({ isAtBank, onAskAgain }: { isAtBank: boolean; onAskAgain: () => void }) {
  const t = useText();
  return (
    <Banner
      kind="warn"
      live
      title={t(isAtBank ? 'purchase.progress.atBankTitle' : 'purchase.progress.unknownTitle')}
      action={
        <Button kind="quiet" size="s" onClick={onAskAgain}>
          {t('purchase.progress.askAgain')}
        </Button>
      }
      className="mb-6"
    >
      {t(isAtBank ? 'purchase.progress.bankWorks' : 'purchase.progress.unknown')}
    </Banner>
  );
}
