import type { OutputOf, ParsedInputOf } from '@postern/contract/operation';
import type { listSignIns as operation } from '@postern/contract/sign-in-history';
import { signInsSeenBy } from '@postern/domain/sign-in-history';
import { and, desc, eq, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Retention } from '../../config/retention-config.ts';
import type { Database } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionActor, SessionContext } from '../../http/request-context.ts';
import { signInRecord } from './tables.ts';

export type SignInHistoryDeps = { db: Database; keep: Pick<Retention, 'signInsDays'> };

type Row = typeof signInRecord.$inferSelect;

/** Recent sign-ins, newest first. */
export async function listSignIns(
  deps: SignInHistoryDeps,
  { actor }: SessionContext,
  { limit, cursor }: ParsedInputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const seen = seenBy(actor);
  const after =
    cursor === undefined
      ? undefined
      : sql`(${signInRecord.lastAt}, ${signInRecord.recordId}) < (select last_at, record_id from sign_in_record
          where customer_id = ${actor.customerId} and record_id = ${cursor})`;
  const rows = await deps.db.asTenant(actor.customerId, (tx) =>
    tx
      .select()
      .from(signInRecord)
      .where(and(eq(signInRecord.customerId, actor.customerId), seen, after))
      .orderBy(desc(signInRecord.lastAt), desc(signInRecord.recordId))
      .limit(limit + 1),
  );
  const page = rows.slice(0, limit);
  const nextCursor = rows.length > limit ? (page.at(-1)?.recordId ?? null) : null;
  return { signIns: page.map(toEntry), nextCursor, keptDays: deps.keep.signInsDays };
}

/** An admin with a mailbox sees those of the domain; the customer those of the customer login too, which is for all domains. */
function seenBy({ role, mailboxId, bundleId, customerId }: SessionActor): SQL | undefined {
  const seen = signInsSeenBy(role);
  if (seen === 'none') throw new PanelError('NOT_AUTHORIZED');
  if (seen === 'own') return eq(signInRecord.loginId, mailboxId ?? customerId);
  const ofDomain = eq(signInRecord.bundleId, bundleId);
  return mailboxId === null ? or(ofDomain, isNull(signInRecord.bundleId)) : ofDomain;
}

const toEntry = (row: Row) => ({
  id: row.recordId,
  login: row.email,
  method: row.method,
  outcome: row.outcome,
  network: row.network,
  browser: row.browser,
  os: row.os,
  times: row.times,
  firstAt: row.firstAt.toISOString(),
  lastAt: row.lastAt.toISOString(),
});
