import type { Queryable } from '../../db/client.ts';
import { publishLive } from '../../db/publish-live.ts';
import type { Clock } from '../../runtime/clock.ts';

/** Tells open panels that the domain's keys are others, or stand otherwise. They read them anew. */
export const publishKeysChange = (
  tx: Queryable,
  clock: Clock,
  { customerId, bundleId }: { customerId: string; bundleId: string },
): Promise<void> => publishLive(tx, clock, { customerId, bundleId, event: 'dkim-keys', entity: {} });
