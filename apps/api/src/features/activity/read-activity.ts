import type { ActivityEntry } from '@postern/contract/activity';
import { type ActivityArea, actionsAbout, doerOf } from '@postern/domain/activity';
import { and, desc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { audit, auditOrigin } from '../../db/tables.ts';
import type { SessionActor } from '../../http/request-context.ts';
import type { VisitStamp } from '../../runtime/visit-stamp.ts';
import { findUndo } from './find-undo.ts';

export type ActivityView = { area?: ActivityArea | undefined; person?: string | undefined };

type Page = { after: string | null; limit: number };

/** What was done in the actor's domain, newest first; the customer login also reads what concerns all its domains. */
export async function readActivity(
  tx: Queryable,
  { customerId, bundleId, mailboxId }: SessionActor,
  { area, person }: ActivityView,
  { after, limit }: Page,
): Promise<ActivityEntry[]> {
  const ofDomain = eq(audit.bundleId, bundleId);
  const rows = await tx
    .select({ audit, origin: auditOrigin })
    .from(audit)
    .leftJoin(auditOrigin, and(eq(auditOrigin.customerId, audit.customerId), eq(auditOrigin.auditId, audit.auditId)))
    .where(
      and(
        eq(audit.customerId, customerId),
        mailboxId === null ? or(ofDomain, isNull(audit.bundleId)) : ofDomain,
        area === 'support'
          ? or(inArray(audit.action, actionsAbout(area)), sql`jsonb_exists(${audit.attrs}, 'visit')`)
          : inArray(audit.action, actionsAbout(area ?? null)),
        person === undefined ? undefined : eq(audit.actor, person.trim().toLowerCase()),
        after === null ? undefined : lt(audit.auditId, after),
      ),
    )
    .orderBy(desc(audit.auditId))
    .limit(limit);
  const undos = await findUndo(
    tx,
    { customerId, bundleId },
    rows.map((row) => row.audit),
  );
  return rows.map((row) => ({ ...toEntry(row), undo: undos.get(row.audit.auditId) ?? null }));
}

type Row = { audit: typeof audit.$inferSelect; origin: typeof auditOrigin.$inferSelect | null };

function toEntry({ audit: row, origin }: Row): Omit<ActivityEntry, 'undo'> {
  const visit = visitOf(row.attrs);
  const doer = doerOf(row.actor);
  // The owner's own steps in a visit, such as ending it, are shown as the owner's.
  const isSupport = visit !== null && row.actor === (row.attrs['visit'] as VisitStamp).staffEmail;
  const { amountMinor, currency } = row.attrs;
  const isPaid = typeof amountMinor === 'number' && typeof currency === 'string';
  return {
    id: row.auditId,
    at: row.at.toISOString(),
    by: isSupport && doer.kind === 'person' ? 'support' : doer.kind,
    email: doer.kind === 'person' && !isSupport ? doer.email : null,
    action: row.action,
    target: UUID.test(row.target) ? null : row.target,
    detail: row.action.startsWith('dns-record.') ? recordOf(row.attrs) : detailOf(row.attrs),
    amountMinor: isPaid ? amountMinor : null,
    currency: isPaid ? currency : null,
    visit,
    network: origin?.network ?? '',
    browser: origin?.browser ?? '',
    os: origin?.os ?? '',
  };
}

/** Ids of orders, customers and domains mean nothing to a person. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Facts that are words a person knows. The others are for the operator. */
const TOLD = ['place', 'fromDomain', 'of', 'name', 'provider', 'selector', 'sentTo', 'reason'] as const;

function detailOf(attrs: Record<string, unknown>): string | null {
  const told = TOLD.map((name) => attrs[name]).find((fact) => typeof fact === 'string' && fact !== '');
  return typeof told === 'string' ? told : null;
}

/** A DNS record in short, such as `TXT www`. */
function recordOf({ before, after }: Record<string, unknown>): string | null {
  const { type, host } = (after ?? before ?? {}) as { type?: unknown; host?: unknown };
  return typeof type === 'string' && typeof host === 'string' ? `${type} ${host}` : null;
}

/** The support visit that a record belongs to, with the fields the owner sees. */
function visitOf({ visit }: Record<string, unknown>): ActivityEntry['visit'] {
  if (typeof visit !== 'object' || visit === null) return null;
  const { visitId, staffName, company, reason, ticket } = visit as VisitStamp;
  return { visitId, staffName, company, reason, ...(ticket ? { ticket } : {}) };
}
