import type { PaymentGateway } from '@postern/adapter-payment/port';
import { ERASURE_GRACE_MILLIS } from '@postern/domain/customer-data';
import { enqueueMail } from '../notifications/public.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import { type EmptyDeps, emptyBundle } from '../domain-release/public.ts';
import { ERASURE_ASKED_MAIL } from './erasure-mail.ts';
import { type ErasureRow, listDueErasures, lockOpenErasure, updateErasure } from './erasure-repository.ts';
import { finishErasure } from './finish-erasure.ts';
import { listBundlesOf } from './erased-rows.ts';
import { startErasure } from './start-erasure.ts';

export type EraseDeps = EmptyDeps & { jobs: JobQueue; gateway: PaymentGateway };

const ERASURES_A_SWEEP = 10;

/**
 * Carries erasures on. Each step is found in the database and harmless when repeated, so a crash between any two, or another process that
 * does the same, changes nothing: tell the owner, close the account, delete mailboxes with their mail, take the zones from the name server,
 * remove the customer with the saved cards at the payment gateway, delete the rows. ADR 85.
 */
export async function eraseCustomers(deps: EraseDeps): Promise<void> {
  const due = await deps.db.readAsSystem((tx) => listDueErasures(tx, deps.clock.now(), ERASURES_A_SWEEP));
  for (const erasure of due) {
    try {
      await carryOn(deps, erasure);
    } catch (error) {
      deps.log.error({ err: error, customerId: erasure.customerId }, 'erasure not carried on');
    }
  }
}

async function carryOn(deps: EraseDeps, { customerId, erasureId, toldAt, startedAt }: ErasureRow): Promise<void> {
  const { db } = deps;
  if (toldAt === null) await tell(deps, customerId);
  if (!(await db.asSystem((tx) => startErasure(tx, deps.clock, customerId)))) return;
  for (const key of await db.asSystem((tx) => listBundlesOf(tx, customerId))) await emptyBundle(deps, key);
  // The last step before the rows go, so that it isn't repeated with each round. No payment is open since the start.
  if (startedAt === null || deps.clock.now().getTime() < startedAt.getTime() + ERASURE_GRACE_MILLIS) return;
  await deps.gateway.removeCustomer(customerId);
  const isDone = await db.asSystem((tx) => finishErasure(tx, deps, customerId));
  if (isDone) deps.log.info({ customerId, erasureId }, 'customer erased');
}

/** Puts the owner's mail on its way, once. */
async function tell({ db, clock, jobs }: EraseDeps, customerId: string): Promise<void> {
  await db.asSystem(async (tx) => {
    const erasure = await lockOpenErasure(tx, customerId);
    if (erasure === null || erasure.toldAt !== null || erasure.email === null) return;
    const { partnerId, locale, email, erasureId, dueAt } = erasure;
    const attrs = { partnerId, locale, email, dueAtMillis: dueAt.getTime() };
    await enqueueMail(tx, jobs, ERASURE_ASKED_MAIL, { messageId: erasureId, to: email, attrs });
    await updateErasure(tx, erasure, { toldAt: clock.now() });
  });
}
