import { ERASURE_GRACE_MILLIS } from '@postern/domain/customer-data';
import { writeAudit } from '../../db/audit.ts';
import type { Queryable } from '../../db/client.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import type { Clock } from '../../runtime/clock.ts';
import { newId } from '../../runtime/ids.ts';
import { forgetMailEvidence } from '../domain-verification/public.ts';
import { enqueueMail } from '../notifications/public.ts';
import { deleteRowsOf, isAnythingLeft, listDomainsOf, lockBundlesOf, reducePurchases } from './erased-rows.ts';
import { ERASED_MAIL } from './erasure-mail.ts';
import { lockOpenErasure, updateErasure } from './erasure-repository.ts';

/**
 * Deletes what is left of a customer whose mailboxes and zones are gone, and leaves one audit row. False: something isn't gone yet. All in
 * one transaction: before it the erasure continues from what it finds, after it there is nothing to find.
 */
export async function finishErasure(
  tx: Queryable,
  { clock, jobs }: { clock: Clock; jobs: JobQueue },
  customerId: string,
): Promise<boolean> {
  const erasure = await lockOpenErasure(tx, customerId);
  const now = clock.now();
  if (erasure === null || erasure.startedAt === null || erasure.email === null) return false;
  if (now.getTime() < erasure.startedAt.getTime() + ERASURE_GRACE_MILLIS) return false;
  // Whoever creates something in a domain locks it first, and finds none afterwards.
  await lockBundlesOf(tx, customerId);
  if (await isAnythingLeft(tx, customerId)) return false;
  const domains = await listDomainsOf(tx, customerId);
  for (const { name, ...key } of domains) await forgetMailEvidence(tx, key, name);
  await reducePurchases(tx, customerId, now);
  await deleteRowsOf(tx, customerId);
  const { partnerId, locale, email, askedBy, askedAt, reason } = erasure;
  await writeAudit(tx, clock, {
    ...{ customerId, bundleId: null, actor: askedBy, action: 'customer.erased', target: customerId },
    attrs: { askedAt: askedAt.toISOString(), domains: domains.length, ...(reason !== null && { reason }) },
  });
  const attrs = { partnerId, locale, email, dueAtMillis: erasure.dueAt.getTime() };
  await enqueueMail(tx, jobs, ERASED_MAIL, { messageId: newId(now), to: email, attrs });
  await updateErasure(tx, erasure, { state: 'finished', finishedAt: now, email: null, reason: null, renewing: [] });
  return true;
}
