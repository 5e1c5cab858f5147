import type { Database } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionActor } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { hashToken } from '../../secrets/tokens.ts';
import { findSessionRow, listBundleRows } from './session-repository.ts';
import { touchVisit } from './visit-session.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Finds the session of a token, acting on the bundle that the call names or the session's active one. A bundle that isn't the session's is
 * not found, whether it exists or not.
 */
export async function findSession(
  deps: { db: Database; clock: Clock },
  token: string,
  bundleId: string | undefined,
): Promise<SessionActor> {
  const row = await findSessionRow(deps.db.global, hashToken(token), deps.clock.now());
  if (row === null) throw new PanelError('UNAUTHENTICATED');
  const { createdAt: _createdAt, source: _source, visitId, ...own } = row;
  if (visitId !== null) return asVisitor(deps, { ...own, visitId }, bundleId);
  const actor: SessionActor = own;
  if (bundleId === undefined || bundleId === row.bundleId) return actor;
  if (row.mailboxId !== null || !UUID.test(bundleId)) throw new PanelError('BUNDLE_NOT_FOUND');
  const [owned] = await deps.db.asTenant(row.customerId, (tx) => listBundleRows(tx, row.customerId, bundleId));
  if (owned === undefined) throw new PanelError('BUNDLE_NOT_FOUND');
  return { ...actor, bundleId };
}

/** A support visit sees only its one domain. It ends with the visit, or with the supporter's own session. */
async function asVisitor(
  { db, clock }: { db: Database; clock: Clock },
  { visitId, ...actor }: SessionActor & { visitId: string },
  bundleId: string | undefined,
): Promise<SessionActor> {
  const visit = await db.asSystem((tx) => touchVisit(tx, actor.customerId, visitId, clock.now()));
  if (visit === null) throw new PanelError('UNAUTHENTICATED');
  if (bundleId !== undefined && bundleId !== actor.bundleId) throw new PanelError('BUNDLE_NOT_FOUND');
  return { ...actor, visit };
}
