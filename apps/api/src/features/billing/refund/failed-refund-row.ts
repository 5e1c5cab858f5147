import type { failedRefund } from '../tables.ts';

/** A refund that its payer never got, as it is stored. */
export type FailedRefund = typeof failedRefund.$inferSelect;
