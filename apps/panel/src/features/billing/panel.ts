import type { CurrentPlan } from '@postern/contract/subscriptions';
import { noticeOf } from './notice-of.ts';

export { BillingLine } from './billing-line.tsx';
export { RENEWAL_FLAGS } from './renewal-flags.ts';

/** The dialogs that change how the plan renews. */
export const loadRenewalDialogs = () => import('./renewal-dialogs.tsx');

/** Whether the line above every screen says something about the plan. */
export const hasBillingLine = (plan: CurrentPlan): boolean => noticeOf(plan) !== null;
