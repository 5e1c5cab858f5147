import { timeOfId } from '../../../runtime/ids.ts';
import type { PurchaseRow } from '../purchase-repository.ts';

/** As long as a payment page may be left open, here or at a partner. */
const ABANDONED_MILLIS = 24 * 3_600_000;

/** Whether an attempt to pay began so long ago that it can't be paid any more, or at a price of that day. */
export const isAbandoned = ({ trackingId, createdAt }: PurchaseRow, now: Date): boolean =>
  now.getTime() - (trackingId === null ? createdAt : timeOfId(trackingId)).getTime() > ABANDONED_MILLIS;
