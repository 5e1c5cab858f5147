import { recordSetsOf, zoneRecordsOf } from '@postern/domain/dns';
import { FORMER_DOMAIN_DAYS } from '@postern/domain/domain-change';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { writeAudit } from '../../db/audit.ts';
import { ofBundle } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import type { Clock } from '../../runtime/clock.ts';
import { bulkJob } from '../bulk/tables.ts';
import { lockBundle } from '../bundles/public.ts';
import { bundle } from '../bundles/tables.ts';
import { dkimKey } from '../dkim/tables.ts';
import { isLeftByAnother } from '../dns/public.ts';
import { dnsZone } from '../dns/tables.ts';
import { zonePlan } from '../domain-plan/tables.ts';
import { domainConnection } from '../domain-verification/tables.ts';
import { mailbox } from '../mailboxes/tables.ts';
import { type ChangeKey, type ChangeRow, lockChange, updateChange } from './domain-change-repository.ts';
import { publishDomainChange } from './domain-change-view.ts';
import { isFormerDomainHeld } from './former-domain-repository.ts';
import { domainChange } from './tables.ts';

const DAY_MILLIS = 24 * 3_600_000;

/**
 * Renames everything of the bundle to the new domain in one transaction, so that a reader sees all of it in one domain or all in the other.
 * It locks the bundle first and then the mailboxes, so that other changes of them come before or after. False while something that knows
 * the old names is running (a mailbox being created, a bulk job), or while another process holds the zone of a domain that the bundle
 * returns to. ADR 58.
 */
export async function changeNames(tx: Queryable, clock: Clock, key: ChangeKey): Promise<boolean> {
  const change = await lockChange(tx, key);
  if (change === null || change.state !== 'queued') return true;
  await lockBundle(tx, change);
  if (await isFormerDomainHeld(tx, change, clock.now())) return false;
  if (await isBusy(tx, change)) return false;
  await renameAddresses(tx, change);
  await renameDomain(tx, change);
  const formerRecordSets = await renameZone(tx, change);
  await forgetConnection(tx, change, clock.now());
  const formerUntil = new Date(clock.now().getTime() + FORMER_DOMAIN_DAYS * DAY_MILLIS);
  // A former domain that the bundle returns to is no longer a former one.
  await tx
    .update(domainChange)
    .set({ formerUntil: null, formerRecordSets: null, formerHeldUntil: null, formerHeldBy: null })
    .where(and(ofBundle(domainChange, change), eq(domainChange.fromDomain, change.toDomain)));
  const total = await countMoving(tx, change);
  const moved = { ...change, state: 'moving', total, formerRecordSets, formerUntil } as const;
  await updateChange(tx, key, moved);
  const { customerId, bundleId, byEmail: actor, fromDomain, toDomain: target } = change;
  await writeAudit(tx, clock, { customerId, bundleId, actor, target, action: 'domain.changed', attrs: { fromDomain } });
  await publishDomainChange(tx, clock, moved);
  return true;
}

/** Deletes previews, which use the old names, and reports whether a job or a creation is still running. */
async function isBusy(tx: Queryable, change: ChangeRow): Promise<boolean> {
  await tx.execute(sql`with gone as (delete from bulk_job where customer_id = ${change.customerId}
      and bundle_id = ${change.bundleId} and state = 'preview' returning customer_id, job_id)
    delete from bulk_row r using gone where r.customer_id = gone.customer_id and r.job_id = gone.job_id`);
  const running = tx
    .select({ id: bulkJob.jobId })
    .from(bulkJob)
    .where(and(ofBundle(bulkJob, change), inArray(bulkJob.state, ['queued', 'running'])))
    .limit(1);
  const creating = tx
    .select({ id: mailbox.mailboxId })
    .from(mailbox)
    .where(and(ofBundle(mailbox, change), eq(mailbox.state, 'creating')))
    .limit(1);
  return (await running).length + (await creating).length > 0;
}

export async function countMoving(tx: Queryable, change: ChangeKey): Promise<number> {
  return tx.$count(mailbox, and(ofBundle(mailbox, change), sql`${mailbox.movingFrom} is not null`));
}

/** Renames mailboxes (with usage and sessions), aliases, forwarders and registered names. A mailbox being deleted keeps its address. */
async function renameAddresses(tx: Queryable, { customerId, bundleId, fromDomain, toDomain }: ChangeRow) {
  const swapped = (column: string) => sql`left(${sql.raw(column)}, ${-fromDomain.length}::int) || ${toDomain}::text`;
  const here = sql`customer_id = ${customerId} and bundle_id = ${bundleId}`;
  const isFormer = (column: string) => sql`${sql.raw(column)} like ${`%@${fromDomain}`}`;
  await tx.execute(sql`update mailbox set moving_from = address, stored_as = coalesce(stored_as, address),
      address = ${swapped('address')}, search_text = ${swapped('address')} || substr(search_text, strpos(search_text || E'\n', E'\n')),
      alternate_email = case when ${isFormer('alternate_email')} then ${swapped('alternate_email')} else alternate_email end
    where ${here} and ${isFormer('address')} and state <> 'deleting'`);
  for (const table of ['mail_alias', 'forwarder'])
    await tx.execute(
      sql`update ${sql.identifier(table)} set address = ${swapped('address')} where ${here} and ${isFormer('address')}`,
    );
  await tx.execute(sql`update name_registry set name = ${swapped('name')}
    where ${here} and kind in ('mailbox', 'alias', 'forwarder') and ${isFormer('name')}`);
  const moved = sql`(select address, moving_from, mailbox_id from mailbox where ${here} and moving_from is not null)`;
  await tx.execute(sql`delete from mail_usage u using ${moved} m where u.address = m.address`);
  await tx.execute(sql`update mail_usage u set address = m.address from ${moved} m where u.address = m.moving_from`);
  await tx.execute(sql`update session s set email = m.address from ${moved} m
    where s.customer_id = ${customerId} and s.mailbox_id = m.mailbox_id and s.email = m.moving_from`);
}

async function renameDomain(tx: Queryable, change: ChangeRow): Promise<void> {
  const { customerId, bundleId, fromDomain, toDomain } = change;
  await tx.execute(sql`update name_registry set kind = case when name = ${toDomain} then 'domain' else 'former-domain' end
    where customer_id = ${customerId} and bundle_id = ${bundleId} and name in (${fromDomain}, ${toDomain})`);
  await tx.update(bundle).set({ domainName: toDomain }).where(ofBundle(bundle, change));
}

/** The records move along, as their hosts are relative. Returns what the former zone held, which is served on, or null. */
async function renameZone(tx: Queryable, change: ChangeRow): Promise<ChangeRow['formerRecordSets']> {
  await tx.delete(zonePlan).where(ofBundle(zonePlan, change));
  const [zone] = await tx.select().from(dnsZone).where(ofBundle(dnsZone, change)).for('update');
  if (zone === undefined) return null;
  const { version } = zone;
  const wasServed = !(await isLeftByAnother(tx, change.customerId, change.fromDomain));
  await tx
    .update(dnsZone)
    .set({
      zoneName: change.toDomain,
      version: version + 1,
      publishedVersion: 0,
      publishingUntil: null,
      publishingBy: null,
    })
    .where(ofBundle(dnsZone, change));
  return wasServed ? recordSetsOf(zoneRecordsOf(zone.records)) : null;
}

/** Nothing is known about the new domain yet. The keys sign again once their records were seen there. */
async function forgetConnection(tx: Queryable, change: ChangeRow, now: Date): Promise<void> {
  const { toDomain: domainName } = change;
  const unseen = { verified: {}, lastCheck: null, answeredAt: null, checkedAt: null, checkStartedAt: null };
  await tx
    .update(domainConnection)
    .set({ domainName, ...unseen, nextCheckAt: now, domainSince: now })
    .where(ofBundle(domainConnection, change));
  await tx.delete(dkimKey).where(and(ofBundle(dkimKey, change), eq(dkimKey.status, 'deleting')));
  await tx
    .update(dkimKey)
    .set({ domainName, status: 'inactive', isEnabled: false, isEd25519Seen: false, validFrom: null, validUntil: null })
    .where(and(ofBundle(dkimKey, change), ne(dkimKey.domainName, domainName)));
}
