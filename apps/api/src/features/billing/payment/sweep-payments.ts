import type { BillingDeps } from '../billing-deps.ts';
import { payableUntil } from '../partner-page/payable-until.ts';
import { advancePayment } from './advance-payment.ts';
import { giveUpPayment } from './give-up-payment.ts';
import { findQuote, listUnsettledPayments, updatePayment } from './payment-repository.ts';

const WAIT_MILLIS = 10_000;

/** Completes what a crash, a lost webhook or a closed browser left open. A quote that is over can no longer be paid. */
export async function sweepPayments(deps: BillingDeps): Promise<void> {
  const now = deps.clock.now();
  const before = new Date(now.getTime() - WAIT_MILLIS);
  for (const payment of await deps.db.readAsSystem((tx) => listUnsettledPayments(tx, before, 50))) {
    try {
      const moved = await advancePayment(deps, payment);
      if (moved.state !== 'open') continue;
      const quote = await deps.db.asSystem((tx) => findQuote(tx, payment, payment.quoteId));
      if (quote !== null && payableUntil(quote, moved) <= now) await giveUpPayment(deps, moved);
      else await deps.db.asSystem((tx) => updatePayment(tx, payment, { updatedAt: now }));
    } catch (error) {
      // It goes to the end of the line, so that the others have their turn first.
      await deps.db.asSystem((tx) => updatePayment(tx, payment, { updatedAt: now })).catch(() => {});
      deps.log.warn({ err: error, paymentId: payment.paymentId }, 'payment not settled yet');
    }
  }
}
