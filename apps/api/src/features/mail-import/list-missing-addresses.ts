import type { listMissingAddresses as operation } from '@postern/contract/mail-import';
import type { OutputOf } from '@postern/contract/operation';
import { MISSING_LISTED_MAXIMUM, maySeeMissingAddresses, withoutHome } from '@postern/domain/mail-import';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { audit } from '../../db/tables.ts';
import type { BundleKey } from '../../db/bundle-key.ts';
import { type Database, type Queryable, rowsOf } from '../../db/client.ts';
import { assertMay } from '../../http/assert-may.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { readBundle } from '../bundles/public.ts';
import { listTaken } from '../mailboxes/public.ts';

type Seen = {
  local_part: string;
  is_source: boolean;
  messages: number;
  last_seen_at: string | Date | null;
  seen_in: string[];
};

/**
 * Addresses of the domain that receive mail at the old provider but don't exist here, with the evidence: accounts that were imported, and
 * recipients in imported mail.
 */
export async function listMissingAddresses(
  { db }: { db: Database },
  { actor }: SessionContext,
): Promise<OutputOf<typeof operation>> {
  assertMay(maySeeMissingAddresses(actor.role));
  const { customerId, bundleId } = actor;
  return db.asTenant(customerId, async (tx) => {
    const bundle = await readBundle(tx, actor);
    if (bundle === null) throw new PanelError('BUNDLE_NOT_FOUND');
    const { domainName, catchAllMailboxId } = bundle;
    const rows = await rowsOf<Seen>(
      tx,
      sql`with evidence as (
          select s.local_part, false as is_source, s.messages, s.last_seen_at, i.destination_email
          from mail_import_seen s join mail_import i on i.customer_id = s.customer_id and i.task_id = s.task_id
          where i.customer_id = ${customerId} and i.bundle_id = ${bundleId}
          union all
          select lower(split_part(i.remote_email, '@', 1)), true, 0, null, i.destination_email
          from mail_import i where i.customer_id = ${customerId} and i.bundle_id = ${bundleId}
            and lower(split_part(i.remote_email, '@', 2)) = ${domainName}
        )
        select local_part, bool_or(is_source) as is_source, sum(messages)::int as messages, max(last_seen_at) as last_seen_at,
          array_agg(distinct destination_email) as seen_in
        from evidence group by local_part`,
    );
    const seen = rows.map((row) => ({
      ...{ email: `${row.local_part}@${domainName}`, isSource: row.is_source, messages: row.messages },
      lastSeenAt: row.last_seen_at === null ? null : new Date(row.last_seen_at).toISOString(),
      seenIn: row.seen_in.toSorted(),
    }));
    const housed = await listTaken(
      tx,
      seen.map(({ email }) => email),
    );
    const missing = withoutHome(seen, { housed, hasCatchAll: catchAllMailboxId !== null });
    const since = await readSwitch(tx, actor);
    return {
      ...{ addresses: missing.slice(0, MISSING_LISTED_MAXIMUM), count: missing.length },
      ...(since === null ? {} : { arrivesHereSince: since.toISOString() }),
    };
  });
}

/** When a check last saw the domain's MX records lead here; null if they don't. */
async function readSwitch(tx: Queryable, { customerId, bundleId }: BundleKey): Promise<Date | null> {
  const [last] = await tx
    .select({ action: audit.action, at: audit.at })
    .from(audit)
    .where(
      and(
        ...[eq(audit.customerId, customerId), eq(audit.bundleId, bundleId)],
        inArray(audit.action, ['domain.connected', 'domain.disconnected']),
      ),
    )
    .orderBy(desc(audit.at), desc(audit.auditId))
    .limit(1);
  return last?.action === 'domain.connected' ? last.at : null;
}
