import type { Login, Visit } from '@postern/contract/session';
import { STAFF_IDLE_MILLIS } from '@postern/domain/staff';
import { and, eq, sql } from 'drizzle-orm';
import { type Queryable, rowsOf } from '../../db/client.ts';
import type { SessionActor } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { hashToken } from '../../secrets/tokens.ts';
import { readLogin } from './login-view.ts';
import { findCustomer, insertSession } from './session-repository.ts';
import { session } from './tables.ts';

/**
 * Finds the running visit of a session. The same statement requires the supporter's own session to be valid and marks it as used: so a
 * sign-out, a disabled account and half an hour without a call end the visit too.
 */
export async function touchVisit(
  tx: Queryable,
  customerId: string,
  visitId: string,
  now: Date,
): Promise<NonNullable<SessionActor['visit']> | null> {
  const [row] = await rowsOf<NonNullable<SessionActor['visit']>>(
    tx,
    sql`update staff_session own set last_used_at = ${now.toISOString()}
      from support_visit visit, staff
      where visit.customer_id = ${customerId} and visit.visit_id = ${visitId} and visit.state = 'open'
        and visit.expires_at > ${now.toISOString()} and own.token_hash = visit.staff_session_hash
        and own.last_used_at > ${new Date(now.getTime() - STAFF_IDLE_MILLIS).toISOString()}
        and own.expires_at > ${now.toISOString()} and staff.staff_id = own.staff_id and staff.disabled_at is null
      returning visit.customer_id as "customerId", visit.visit_id as "visitId", visit.staff_name as "staffName",
        visit.staff_email as "staffEmail", visit.company, visit.reason, visit.ticket, visit.looked`,
  );
  return row ?? null;
}

type VisitKey = { customerId: string; visitId: string };

type VisitOf = {
  customerId: string;
  bundleId: string;
  visitId: string;
  partnerId: number;
  staffName: string;
  staffEmail: string;
  company: string;
  staffRole: SessionActor['role'];
  expiresAt: Date;
  reason: string;
  ticket: string | null;
};

/** Starts the session of a visit, at the customer's level and for one domain. The audit records it as a visit, not as a sign-in by the owner. */
export async function startVisitSession(tx: Queryable, clock: Clock, visit: VisitOf, token: string): Promise<Login> {
  const { customerId, bundleId, partnerId, staffRole: role, staffEmail: email, expiresAt, visitId } = visit;
  const actor = {
    ...{ tokenHash: hashToken(token), customerId, bundleId, partnerId, mailboxId: null },
    ...{ role, email, expiresAt, passwordConfirmedAt: null },
  };
  await insertSession(tx, { ...actor, visitId, source: 'visit', createdAt: clock.now() });
  return readLogin(tx, { ...actor, visit: { ...visit, looked: [] } }, token);
}

const ofVisit = ({ customerId, visitId }: VisitKey) =>
  and(eq(session.customerId, customerId), eq(session.visitId, visitId));

/** Moves the end of a visit's session. */
export const extendVisitSession = (tx: Queryable, visit: VisitKey, expiresAt: Date) =>
  tx.update(session).set({ expiresAt }).where(ofVisit(visit));

/** Deletes a visit's session: its token is refused on the next call, in every process. */
export const deleteVisitSession = (tx: Queryable, visit: VisitKey) => tx.delete(session).where(ofVisit(visit));

/** The visit that a token's session was started for; null if there is no such session, or it isn't a visit's. */
export async function findVisitOfToken(tx: Queryable, tokenHash: string): Promise<VisitKey | null> {
  const [row] = await tx
    .select({ customerId: session.customerId, visitId: session.visitId })
    .from(session)
    .where(eq(session.tokenHash, tokenHash));
  if (row === undefined || row.visitId === null) return null;
  return { customerId: row.customerId, visitId: row.visitId };
}

/** The fields of the visit that the supporter's banner shows. */
export async function readVisitOfSession(
  tx: Queryable,
  {
    customerId,
    visitId,
    expiresAt,
    reason,
    ticket,
  }: Pick<VisitOf, 'customerId' | 'visitId' | 'expiresAt' | 'reason' | 'ticket'>,
): Promise<Visit> {
  const customer = await findCustomer(tx, customerId);
  return { visitId, expiresAt: expiresAt.toISOString(), reason, ticket, customerName: customer?.name ?? '' };
}
