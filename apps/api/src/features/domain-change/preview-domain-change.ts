import type { DomainChangePreview } from '@postern/contract/domain-change';
import { FORMER_DOMAIN_DAYS } from '@postern/domain/domain-change';
import { mayWithDomain } from '@postern/domain/domain-connection';
import { sql } from 'drizzle-orm';
import { type BundleKey, ofBundle } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { assertMay } from '../../http/assert-may.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { nameRegistry } from '../bundles/tables.ts';
import { readDomainMail } from '../domain-connection/public.ts';
import type { ChangeDeps } from './change-domain.ts';
import { assertNoneRuns, assertRoomForFormer, checkDomainChange } from './check-domain-change.ts';
import { findLastChange } from './domain-change-repository.ts';

/** What a change to a domain would move, for the question before it. Refuses what `changeDomain` would refuse, and changes nothing. */
export async function previewDomainChange(
  deps: ChangeDeps,
  { actor }: SessionContext,
  input: { newDomain: string; ownershipConfirmed: boolean },
): Promise<{ preview: DomainChangePreview }> {
  assertMay(mayWithDomain(actor.role, 'change'));
  const { customerId, bundleId } = actor;
  const key = { customerId, bundleId };
  const { fromDomain, toDomain } = await checkDomainChange(deps, key, input, 'domain-change-preview');
  const moving = await deps.db.asTenant(customerId, async (tx) => {
    assertNoneRuns(await findLastChange(tx, key));
    await assertRoomForFormer(tx, key, toDomain);
    const { state: mailState } = await readDomainMail(tx, deps.dns, key, toDomain);
    return { ...(await countAddresses(tx, key)), mailState };
  });
  return { preview: { fromDomain, toDomain, ...moving, formerDays: FORMER_DOMAIN_DAYS } };
}

/** How many addresses of each kind the bundle has. */
async function countAddresses(tx: Queryable, key: BundleKey) {
  const rows = await tx
    .select({ kind: nameRegistry.kind, count: sql<number>`count(*)::int` })
    .from(nameRegistry)
    .where(ofBundle(nameRegistry, key))
    .groupBy(nameRegistry.kind);
  const of = (kind: (typeof rows)[number]['kind']) => rows.find((row) => row.kind === kind)?.count ?? 0;
  return { mailboxes: of('mailbox'), aliases: of('alias'), forwarders: of('forwarder') };
}
