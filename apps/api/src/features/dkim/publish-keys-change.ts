import type { Queryable } from '../../db/client.ts';
import { publishLive } from '../../db/publish-live.ts';
import type { Clock } from '../../runtime/clock.ts';

/** Tells open panels that the domain's keys changed, so that they read them again. */
export const publishKeysChange = (
  tx: Queryable,
  clock: Clock,
  { customerId, bundleId }: { customerId: string; bundleId: string },
): Promise<void> => publishLive(tx, clock, { customerId, bundleId, event: 'dkim-keys', entity: {} });
