import type { Clock } from '../../runtime/clock.ts';
import type { Queryable } from '../../db/client.ts';
import { publishLive } from '../../db/publish-live.ts';
import type { Place } from './zone-repository.ts';

/** Tells open panels that the zone holds other records, or that the name server has them now. They read them anew. */
export const tellOfRecords = (
  tx: Queryable,
  clock: Clock,
  { customerId, bundleId }: Place,
  zoneName: string,
): Promise<void> => publishLive(tx, clock, { customerId, bundleId, event: 'dns-records', entity: { zoneName } });
