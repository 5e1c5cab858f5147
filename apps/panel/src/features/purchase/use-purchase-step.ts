import { PURCHASE_STEPS, type PurchaseStep } from '@postern/domain/purchase';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { PATHS } from '../../lib/paths.ts';
import { usePurchase } from './purchase-store.ts';

export const STEP_NAMES = ['plan', 'details', 'payment'] as const;

/** The address to which the bank sends the buyer back. */
export const returnUrl = (): string => `${window.location.origin}${PATHS.purchase}?resume=1`;

/** The step is in the address, so that Back and a reload do what the buyer expects. The last step needs saved details. */
export function usePurchaseStep() {
  const search = useSearch({ strict: false }) as { step?: string; resume?: string };
  const { customer } = usePurchase();
  const navigate = useNavigate();
  const asked = search.resume ? 'payment' : search.step;
  const index = Math.max(0, STEP_NAMES.indexOf(asked as (typeof STEP_NAMES)[number]));
  const step = PURCHASE_STEPS[Math.min(index, customer ? 2 : 1)] ?? 0;
  const goTo = (next: PurchaseStep) =>
    void navigate({ to: PATHS.purchase, search: next === 0 ? {} : { step: STEP_NAMES[next] } });
  return { step, goTo };
}
