import type { BundleKey } from '../../../db/bundle-key.ts';
import type { Queryable } from '../../../db/client.ts';
import { liftSuspensionsOfDomain, releaseMailboxesOf, suspendDomain } from '../../mailboxes/public.ts';
import type { BillingDeps } from '../billing-deps.ts';

/** Why mailboxes are suspended whose plan has ended. Only a payment lifts it. */
const REASON = 'PLAN_EXPIRED';
const ALL = 100_000;

type Deps = Pick<BillingDeps, 'clock' | 'jobs'>;

/** The domain's mailboxes still receive mail; nobody signs in or sends. */
export const stopService = (tx: Queryable, deps: Deps, key: BundleKey, at: Date): Promise<void> =>
  suspendDomain(tx, deps, key, { reason: REASON, at });

export const resumeService = (tx: Queryable, key: BundleKey): Promise<void> => liftSuspensionsOfDomain(tx, key, REASON);

/** The mailboxes go, with their mail, sessions and app passwords; a sweep removes them from the mail server. */
export const deleteService = (tx: Queryable, { clock }: Deps, key: BundleKey): Promise<void> =>
  releaseMailboxesOf(tx, clock, key, ALL);
