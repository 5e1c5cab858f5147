import { and, type Column, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { isProcessGone } from './process-number.ts';

/** Gives a process something to itself: until a time, or until the process ends. */
export type Lease = { until: Date; by: number };

/** The columns that store a lease. */
type LeaseColumns = { until: Column; by: Column };

/** True when nobody has the lease, or its process has ended, or it has expired. */
export const isFree = ({ until, by }: LeaseColumns, now: Date): SQL<boolean> =>
  sql`${or(isNull(until), lte(until, now), isProcessGone(by))}`;

/** True when this lease is still held. */
export const isHeldBy = ({ until, by }: LeaseColumns, lease: Lease): SQL | undefined =>
  and(eq(until, lease.until), eq(by, lease.by));
