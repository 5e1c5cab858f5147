import type { SupportVisit } from '@postern/contract/support-visits';
import { maySeeVisits } from '@postern/domain/support-visits';
import { writeAudit } from '../../db/audit.ts';
import type { Database } from '../../db/client.ts';
import { publishLive } from '../../db/publish-live.ts';
import { assertMay } from '../../http/assert-may.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { visitConsent } from './tables.ts';
import { isConsentRequired, listVisits, type VisitRow } from './visit-repository.ts';

type Deps = { db: Database; clock: Clock };

/** Lists the supporters who are visiting, waiting, or have visited, and whether the owner wants to be asked first. */
export async function listSupportVisits({ db, clock }: Deps, { actor }: SessionContext) {
  assertMay(maySeeVisits(actor.role));
  return db.asTenant(actor.customerId, async (tx) => {
    const [rows, consentRequired] = await Promise.all([listVisits(tx, actor), isConsentRequired(tx, actor)]);
    return { consentRequired, visits: rows.map((row) => toSupportVisit(row, clock.now())) };
  });
}

const iso = (instant: Date | null): string | null => instant?.toISOString() ?? null;

/** A visit whose time is up counts as over, even before the sweep has marked it. */
export function toSupportVisit(row: VisitRow, now: Date): SupportVisit {
  const { visitId, staffName, company, reason, ticket, askedAt, startedAt, expiresAt } = row;
  const isLate = expiresAt <= now && (row.state === 'open' || row.state === 'waiting');
  const over = row.state === 'open' ? ('ended' as const) : ('refused' as const);
  return {
    ...{ visitId, staffName, company, reason, ticket },
    state: isLate ? over : row.state,
    askedAt: askedAt.toISOString(),
    startedAt: iso(startedAt),
    expiresAt: expiresAt.toISOString(),
    endedAt: isLate ? expiresAt.toISOString() : iso(row.endedAt),
    endedBy: isLate ? 'time' : row.endedBy,
  };
}

/** Sets whether support must ask before each new visit. Running visits continue. */
export async function setVisitConsent(
  { db, clock }: Deps,
  { actor, requestId }: SessionContext,
  required: boolean,
): Promise<Record<string, never>> {
  assertMay(maySeeVisits(actor.role));
  const { customerId, bundleId, email } = actor;
  await db.asTenant(customerId, async (tx) => {
    const changed = await tx
      .insert(visitConsent)
      .values({ customerId, bundleId, required })
      .onConflictDoUpdate({ target: [visitConsent.customerId, visitConsent.bundleId], set: { required } })
      .returning({ bundleId: visitConsent.bundleId });
    if (changed.length === 0) return;
    const action = required ? ('visit.consent-required' as const) : ('visit.consent-dropped' as const);
    await writeAudit(tx, clock, { customerId, bundleId, actor: email, action, target: bundleId, requestId });
    await publishLive(tx, clock, { customerId, bundleId, event: 'support-visits', entity: {} });
  });
  return {};
}
