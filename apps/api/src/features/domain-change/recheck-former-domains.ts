import { isNotNull, sql } from 'drizzle-orm';
import type { BundleKey } from '../../db/bundle-key.ts';
import { checkOtherName, ensureDomain } from '../domain-connection/public.ts';
import type { PublishDeps } from '../dns/public.ts';
import { domainMail } from '../domain-verification/tables.ts';
import { domainChange } from './tables.ts';

const EVERY_HOURS = 6;
const DOMAINS_A_SWEEP = 500;
/** A name server that doesn't answer holds up one of them for seconds, so they don't wait for each other. */
const AT_ONCE = 16;

/**
 * Looks up whether mail for former domains still belongs here. An owner may let such a domain expire; then its mail belongs to the next owner.
 * ADR 24.
 */
export async function recheckFormerDomains(deps: PublishDeps): Promise<void> {
  const { db, clock } = deps;
  const checkedBefore = new Date(clock.now().getTime() - EVERY_HOURS * 3_600_000);
  const due = await db.asSystem((tx) =>
    tx
      .select({ customerId: domainChange.customerId, bundleId: domainChange.bundleId, name: domainChange.fromDomain })
      .from(domainChange)
      .leftJoin(domainMail, sql`${domainMail.name} = ${domainChange.fromDomain}`)
      .where(
        sql`${isNotNull(domainChange.formerUntil)} and coalesce(${domainMail.checkedAt}, '-infinity') <= ${checkedBefore.toISOString()}`,
      )
      .orderBy(sql`coalesce(${domainMail.checkedAt}, '-infinity')`)
      .limit(DOMAINS_A_SWEEP),
  );
  const waiting = due.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const { name, ...bundle } of waiting) await recheck(deps, bundle, name);
    }),
  );
}

async function recheck(deps: PublishDeps, bundle: BundleKey, name: string): Promise<void> {
  try {
    await ensureDomain(deps, bundle);
    await checkOtherName(deps, bundle, name);
  } catch (error) {
    deps.log.error({ err: error, domain: name }, 'former domain not checked');
  }
}
