import { type RouterHistory, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, hasCode } from '../../../lib/http/api-error.ts';
import { PATHS } from '../../../lib/paths.ts';
import { hasToken } from '../../../lib/session/session-store.ts';
import { showPartner } from '../entry/show-partner.ts';
import { askUntilAnswered } from '../payment/ask-until-answered.ts';
import { pageOfPayment } from '../payment/change-payment.ts';
import { readPurchase, updatePurchase } from '../purchase-store.ts';
import { settlePayment } from '../queries.ts';

/** How a payment on the partner's page ended, for a tab without the purchase. */
export type SettlementEnd = 'settled' | 'failed' | 'domainTaken' | 'closed' | 'unknown';

/**
 * Sends the partner's signed result to the server when the buyer returns; a tab that has the purchase continues it.
 * Null while the outcome isn't known, and if another screen follows. Spec 1 §2, `/postPayment`.
 */
export function useSettlement(): { end: SettlementEnd | null; retry: () => void } {
  const { history } = useRouter() as { history: RouterHistory };
  const navigate = useNavigate();
  const [end, setEnd] = useState<SettlementEnd | null>(null);
  const settling = useRef<Promise<void> | null>(null);

  /** One at a time, even if effects run twice. */
  const settle = useCallback(() => {
    const settledId = trackingIdOf(readPurchase().settlement);
    settling.current ??= sendSettlement().then((ended) => {
      settling.current = null;
      const changed =
        ended === 'unknown' || (settledId === null && readPurchase().payment) ? null : pageOfPayment(settledId);
      // The page from which it was paid asks the server how it ended.
      if (changed !== null) return history.replace(changed);
      if (ended !== 'unknown' && readPurchase().payment)
        return navigate({ to: PATHS.purchase, search: { resume: '1' }, replace: true });
      if (ended === null) return navigate({ to: hasToken() ? PATHS.redirectHandler : PATHS.login, replace: true });
      return setEnd(ended);
    });
  }, [history, navigate]);

  useEffect(() => {
    const partnerId = takeSettlement(history);
    void showPartner(readPurchase().opened?.partnerId ?? partnerId).catch(() => {});
    settle();
  }, [history, settle]);

  function retry() {
    setEnd(null);
    settle();
  }
  return { end, retry };
}

/** Moves the signed result from the address to the tab's storage, where it stays until it is answered, and returns its partner. */
function takeSettlement(history: RouterHistory): number | null {
  const query = new URLSearchParams(history.location.search);
  const settlement = query.get('settlement');
  if (settlement === null) return null;
  updatePurchase({ settlement });
  history.replace(PATHS.postPayment);
  const partnerId = query.get('partnerId') ?? '';
  return /^\d{1,9}$/.test(partnerId) ? Number(partnerId) : null;
}

/** The payment that a settlement names. It isn't verified here, as it only decides which page comes next. */
function trackingIdOf(settlement: string | null): string | null {
  try {
    const claims = (settlement ?? '').split('.')[1] ?? '';
    const { trackingId } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as {
      trackingId?: unknown;
    };
    return typeof trackingId === 'string' ? trackingId : null;
  } catch {
    return null;
  }
}

/** Null if there is no result to send. */
async function sendSettlement(): Promise<SettlementEnd | null> {
  const { settlement, payment } = readPurchase();
  if (settlement === null) return null;
  try {
    const isFinal = (error: ApiError) => wasRefused(error) && error.code !== 'TOO_MANY_ATTEMPTS';
    await askUntilAnswered(() => settlePayment(settlement), { isFinal, onAttempt: () => {} });
    updatePurchase({ settlement: null });
    return 'settled';
  } catch (error) {
    if (!wasRefused(error)) return 'unknown';
    updatePurchase({ settlement: null, payment: payment && { ...payment, isSettlementRefused: true } });
    // Another tab sent the result first, or the purchase ended in another way: the order may exist.
    if (hasCode(error, 'PURCHASE_CLOSED')) return 'closed';
    return hasCode(error, 'DOMAIN_TAKEN') ? 'domainTaken' : 'failed';
  }
}

const wasRefused = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.kind === 'refused' && error.status < 500;
