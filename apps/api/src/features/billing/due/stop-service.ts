import type { BundleKey } from '../../../db/bundle-key.ts';
import type { Queryable } from '../../../db/client.ts';
import { liftSuspensionsOfDomain } from '../../mailboxes/public.ts';

/** Why mailboxes are suspended whose plan has ended. Only a payment lifts it. */
const REASON = 'PLAN_EXPIRED';

export const resumeService = (tx: Queryable, key: BundleKey): Promise<void> => liftSuspensionsOfDomain(tx, key, REASON);
