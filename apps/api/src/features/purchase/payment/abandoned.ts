import { timeOfId } from '../../../runtime/ids.ts';
import type { PurchaseRow } from '../purchase-repository.ts';

/** As long as a payment page may be left open, here or at a partner. */
const ABANDONED_MILLIS = 24 * 3_600_000;

/** As long as a request to a partner's page is valid, and somebody pays there. */
const AT_PARTNER_MILLIS = 30 * 60_000;

/** Whether an attempt ends before a buyer who is sent to the partner's page now could pay it. Only what has no intent can just be replaced. */
export const endsSoon = (purchase: PurchaseRow, now: Date): boolean =>
  purchase.gateway === 'partner-page' && isAbandoned(purchase, new Date(now.getTime() + AT_PARTNER_MILLIS));

/** Whether an attempt to pay began so long ago that it can't be paid any more, or at a price of that day. */
export const isAbandoned = ({ trackingId, createdAt }: PurchaseRow, now: Date): boolean =>
  now.getTime() - (trackingId === null ? createdAt : timeOfId(trackingId)).getTime() > ABANDONED_MILLIS;
