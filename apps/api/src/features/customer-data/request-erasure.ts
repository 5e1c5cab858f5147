import { writeAudit } from '../../db/audit.ts';
import type { Queryable } from '../../db/client.ts';
import type { Clock } from '../../runtime/clock.ts';
import { newId } from '../../runtime/ids.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { hashToken } from '../../secrets/tokens.ts';
import { cancelToken } from './erasure-mail.ts';
import {
  deleteErasure,
  type ErasureRow,
  findOpenErasure,
  insertErasure,
  lockCustomer,
  resumeRenewals,
  stopRenewals,
} from './erasure-repository.ts';
import type { FoundCustomer } from './held-data-repository.ts';

const DAY_MILLIS = 24 * 3_600_000;

type Wish = {
  customer: FoundCustomer;
  askedBy: ErasureRow['askedBy'];
  /** For the audit. */
  actor: string;
  reason: string | null;
  days: number;
  requestId?: string;
};

/**
 * Plans the erasure of a customer, and keeps the orders from renewing until then. An erasure that was asked for before stays as it is.
 * Null if there is no such customer.
 */
export async function requestErasure(
  tx: Queryable,
  { clock, sealer }: { clock: Clock; sealer: Sealer },
  { customer, askedBy, actor, reason, days, requestId }: Wish,
): Promise<ErasureRow | null> {
  const { customerId, partnerId, email, locale } = customer;
  if (!(await lockCustomer(tx, customerId))) return null;
  const open = await findOpenErasure(tx, customerId);
  if (open !== null) return open;
  const now = clock.now();
  const erasureId = newId(now);
  const row: ErasureRow = {
    ...{ customerId, erasureId, state: 'waiting', askedBy, reason, email, partnerId, locale },
    renewing: await stopRenewals(tx, customerId),
    cancelTokenHash: hashToken(cancelToken(sealer, erasureId)),
    askedAt: now,
    dueAt: new Date(now.getTime() + days * DAY_MILLIS),
    ...{ toldAt: null, startedAt: null, finishedAt: null },
  };
  await insertErasure(tx, row);
  await writeAudit(tx, clock, {
    ...{ customerId, bundleId: null, actor, action: 'customer.erasure-asked', target: email },
    attrs: { dueAt: row.dueAt.toISOString(), ...(reason !== null && { reason }) },
    ...(requestId !== undefined && { requestId }),
  });
  return row;
}

/** Takes an erasure back that waits, in a transaction that has locked it. */
export async function withdrawErasure(
  tx: Queryable,
  clock: Clock,
  { customerId, erasureId, renewing, email }: ErasureRow,
  { actor, reason = null }: { actor: string; reason?: string | null },
): Promise<void> {
  await deleteErasure(tx, { customerId, erasureId });
  await resumeRenewals(tx, customerId, renewing);
  await writeAudit(tx, clock, {
    ...{ customerId, bundleId: null, actor, action: 'customer.erasure-cancelled', target: email ?? customerId },
    attrs: reason === null ? {} : { reason },
  });
}
