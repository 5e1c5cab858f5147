import { and, type Column, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { isProcessGone } from './process-number.ts';

/** A thing that a process has to itself: until then, or until the process ends. */
export type Lease = { until: Date; by: number };

/** Where a table keeps a lease. */
type LeaseColumns = { until: Column; by: Column };

/** Nobody has the thing; or who had it has ended, or has had it for too long. */
export const isFree = ({ until, by }: LeaseColumns, now: Date): SQL<boolean> =>
  sql`${or(isNull(until), lte(until, now), isProcessGone(by))}`;

/** It is still had by this lease. */
export const isHeldBy = ({ until, by }: LeaseColumns, lease: Lease): SQL | undefined =>
  and(eq(until, lease.until), eq(by, lease.by));
