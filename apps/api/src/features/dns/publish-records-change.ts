import type { BundleKey } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { publishLive } from '../../db/publish-live.ts';
import type { Clock } from '../../runtime/clock.ts';

/** Tells open panels to read the records again: the zone changed, or its records were published. */
export const publishRecordsChange = (
  tx: Queryable,
  clock: Clock,
  { customerId, bundleId }: BundleKey,
  zoneName: string,
): Promise<void> => publishLive(tx, clock, { customerId, bundleId, event: 'dns-records', entity: { zoneName } });
