import type { CurrentPlan } from '@postern/contract/subscriptions';
import { loadTexts } from '../../lib/i18n/texts.ts';
import { noticeOf } from './notice-of.ts';

export { BillingLine } from './billing-line.tsx';
export { RENEWAL_FLAGS } from './renewal-flags.ts';

/** The dialogs that change how the plan renews. */
export const loadRenewalDialogs = () => import('./renewal-dialogs.tsx');

/** A domain whose last order has ended, with its invoices. */
export async function loadEndedDomain() {
  const [{ EndedDomain }] = await Promise.all([import('./ended-domain.tsx'), loadTexts('billing')]);
  return { EndedDomain };
}

/** Whether the line above every screen says something about the plan. */
export const hasBillingLine = (plan: CurrentPlan): boolean => noticeOf(plan) !== null;
