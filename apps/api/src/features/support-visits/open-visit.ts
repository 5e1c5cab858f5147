import type { Login } from '@postern/contract/session';
import { checkVisitReason, VISIT_WAITS_MILLIS, visitEnd, VISITS_MAXIMUM } from '@postern/domain/support-visits';
import { sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../db/client.ts';
import { countAttempt } from '../../http/limit-attempts.ts';
import { fieldProblem } from '../../http/field-problem.ts';
import { invalid, PanelError } from '../../http/panel-error.ts';
import type { StaffActor, StaffContext } from '../../http/request-context.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import type { Clock } from '../../runtime/clock.ts';
import { newId } from '../../runtime/ids.ts';
import { newToken } from '../../secrets/tokens.ts';
import { findBundleById } from '../bundles/public.ts';
import { findPartner } from '../partners/public.ts';
import { startVisitSession } from '../session/public.ts';
import { mailVisitCode } from './consent-mail.ts';
import { endVisitsOfStaff } from './end-visit.ts';
import { recordVisit } from './record-visit.ts';
import { supportVisit } from './tables.ts';
import { isConsentRequired, updateVisit, type VisitRow } from './visit-repository.ts';

export type VisitDeps = { db: Database; clock: Clock; jobs: JobQueue };
type Wish = { bundleId: string; reason: string; ticket?: string | undefined };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Starts a visit, or asks the owner first. A domain of another partner's customer is "not found", whether it exists or not. Ends an earlier
 * visit of the same member of staff.
 */
export async function openVisit(deps: VisitDeps, { staff }: StaffContext, wish: Wish): Promise<Login> {
  const reason = checkVisitReason(wish.reason);
  if (!reason.ok) throw invalid([fieldProblem('reason', reason.code)]);
  // Each question is a mail to the owner, and a new code.
  await countAttempt(deps, [`visit-open/staff/${staff.staffId}`], VISITS_MAXIMUM.ofStaff);
  await countAttempt(deps, [`visit-open/domain/${wish.bundleId}/${staff.staffId}`], VISITS_MAXIMUM.atDomain);
  const outcome = await deps.db.asSystem(async (tx) => {
    const domain = UUID.test(wish.bundleId) ? await findBundleById(tx, wish.bundleId, staff.partnerId) : null;
    if (domain === null) throw new PanelError('BUNDLE_NOT_FOUND');
    // This lock makes two visits opened at once run one after another, and the second ends the first.
    await tx.execute(sql`select staff_id from staff where staff_id = ${staff.staffId} for update`);
    await endVisitsOfStaff(tx, deps.clock, staff.staffId, 'staff');
    const row = await insertVisit(tx, deps.clock, staff, domain, wish);
    if (row.state === 'open') return startOpenVisit(tx, deps.clock, row);
    await recordVisit(tx, deps.clock, row, { action: 'visit.asked', actor: row.staffEmail });
    await mailVisitCode(tx, deps, row);
    return row;
  });
  if ('visitId' in outcome) throw consentNeeded(outcome);
  return outcome;
}

/** The error for a visit that the owner hasn't answered yet, with the time at which the question closes. */
export const consentNeeded = ({ visitId, expiresAt }: VisitRow) =>
  new PanelError('CONSENT_NEEDED', { visitId, expiresAt: expiresAt.toISOString() });

type Domain = { customerId: string; bundleId: string; partnerId: number };

async function insertVisit(
  tx: Queryable,
  clock: Clock,
  staff: StaffActor,
  domain: Domain,
  { reason, ticket }: Wish,
): Promise<VisitRow> {
  const now = clock.now();
  const waits = await isConsentRequired(tx, domain);
  const expiresAt = waits ? now.getTime() + VISIT_WAITS_MILLIS : visitEnd(now.getTime(), now.getTime());
  const company = (await findPartner(tx, domain.partnerId))?.companyName ?? '';
  const row: VisitRow = {
    ...domain,
    visitId: newId(now),
    ...{ staffId: staff.staffId, staffName: staff.name, staffEmail: staff.email, staffRole: staff.role },
    ...{ company, staffSessionHash: staff.sessionHash, reason: reason.trim(), ticket: ticket?.trim() || null },
    state: waits ? 'waiting' : 'open',
    ...{ allowedAt: null, askedAt: now, startedAt: waits ? null : now, expiresAt: new Date(expiresAt) },
    ...{ endedAt: null, endedBy: null, looked: [] },
  };
  await tx.insert(supportVisit).values(row);
  return row;
}

/** Begins a waiting visit. Its row must be locked. */
export async function beginVisit(tx: Queryable, clock: Clock, row: VisitRow): Promise<Login> {
  const now = clock.now();
  const begun = {
    ...row,
    state: 'open' as const,
    startedAt: now,
    expiresAt: new Date(visitEnd(now.getTime(), now.getTime())),
  };
  const { state, startedAt, expiresAt } = begun;
  await updateVisit(tx, row, { state, startedAt, expiresAt });
  return startOpenVisit(tx, clock, begun);
}

async function startOpenVisit(tx: Queryable, clock: Clock, row: VisitRow): Promise<Login> {
  await recordVisit(tx, clock, row, { action: 'visit.started', actor: row.staffEmail });
  return startVisitSession(tx, clock, row, newToken());
}
