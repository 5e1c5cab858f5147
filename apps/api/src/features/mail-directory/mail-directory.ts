import type { MailDirectory, RecipientVerdict } from '@postern/adapter-mail/port';
import { sharedQuotaMb } from '@postern/domain/plans';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { type BundleKey, ofBundle } from '../../db/bundle-key.ts';
import { type Queryable, rowsOf } from '../../db/client.ts';
import { mailAlias } from '../aliases/tables.ts';
import { bundle, nameRegistry } from '../bundles/tables.ts';
import { readAddedMegabytes } from '../subscriptions/public.ts';
import { forwarderRecipient } from '../forwarders/tables.ts';
import { mailbox } from '../mailboxes/tables.ts';
import { type SenderDeps, senderDirectory } from '../sending/public.ts';
import { findMailOrder } from '../subscriptions/public.ts';
import { mailUsage } from './tables.ts';

const BYTES_A_MB = 1_048_576;
const UNKNOWN: RecipientVerdict = { kind: 'unknown' };

/** Answers the mail server's questions from the panel's tables: who receives mail for an address. Stores the usage of mailboxes. */
export function mailDirectory(deps: SenderDeps): MailDirectory {
  return {
    ...senderDirectory(deps),
    resolveRecipient: (address) => deps.db.asSystem((tx) => resolveRecipient(tx, address)),
    recordUsage: (usage) => deps.db.atOnceAsSystem((tx) => recordUsage(tx, usage)),
  };
}

async function resolveRecipient(tx: Queryable, address: string): Promise<RecipientVerdict> {
  const domainName = address.slice(address.lastIndexOf('@') + 1);
  // For a domain that can't receive yet, asking starts a check.
  const [standing] = await rowsOf<{ is_local: boolean; receives: boolean }>(
    tx,
    sql`select is_local, receives, case when not receives then mail.want_check(name) end
      from mail.standing where name = ${domainName}`,
  );
  if (standing === undefined) return { kind: 'not-local' };
  if (!standing.receives) return { kind: 'waiting' };
  const verdict = await listRecipients(tx, address, domainName);
  return verdict.kind === 'mailboxes' && !standing.is_local ? { ...verdict, isFromOutsideOnly: true } : verdict;
}

async function listRecipients(tx: Queryable, address: string, domainName: string): Promise<RecipientVerdict> {
  // An address of a former domain is resolved as the current address.
  const [name] = await tx
    .select()
    .from(nameRegistry)
    .where(sql`${nameRegistry.name} = mail.current_address(${address})`);
  if (name === undefined || name.kind === 'domain') return resolveByDomain(tx, domainName);
  const key = { customerId: name.customerId, bundleId: name.bundleId };
  return listReceivers(tx, key, await mailboxIdsOf(tx, key, name));
}

async function mailboxIdsOf(
  tx: Queryable,
  key: BundleKey,
  name: { kind: string; targetId: string },
): Promise<string[]> {
  if (name.kind === 'alias') {
    const [row] = await tx
      .select({ mailboxId: mailAlias.mailboxId })
      .from(mailAlias)
      .where(and(ofBundle(mailAlias, key), eq(mailAlias.aliasId, name.targetId)));
    return row === undefined ? [] : [row.mailboxId];
  }
  if (name.kind === 'forwarder') {
    const rows = await tx
      .select({ mailboxId: forwarderRecipient.mailboxId })
      .from(forwarderRecipient)
      .where(and(ofBundle(forwarderRecipient, key), eq(forwarderRecipient.forwarderId, name.targetId)));
    return rows.map((row) => row.mailboxId);
  }
  return [name.targetId];
}

/** Suspended mailboxes receive like all others. Those that the backend doesn't have yet don't. */
async function listReceivers(tx: Queryable, key: BundleKey, mailboxIds: string[]): Promise<RecipientVerdict> {
  if (mailboxIds.length === 0) return UNKNOWN;
  const rows = await tx
    .select({ mailboxId: mailbox.mailboxId, address: mailbox.address, quotaMb: mailbox.quotaMb })
    .from(mailbox)
    .where(and(ofBundle(mailbox, key), inArray(mailbox.mailboxId, mailboxIds), eq(mailbox.state, 'ready')));
  if (rows.length === 0) return UNKNOWN;
  const shared = await readSharedStorage(tx, key);
  return {
    kind: 'mailboxes',
    mailboxes: rows.map(({ mailboxId, address, quotaMb }) => {
      return { mailboxId, address, quotaBytes: shared === null ? quotaMb * BYTES_A_MB : shared.leftFor(address) };
    }),
  };
}

/** If a plan's mailboxes share their storage, each may use what the others leave; null if each has its own. Spec 2 §9. */
async function readSharedStorage(
  tx: Queryable,
  key: BundleKey,
): Promise<{ leftFor: (address: string) => number } | null> {
  const order = await findMailOrder(tx, key);
  const planMb = order === null ? null : sharedQuotaMb(order.plan);
  if (planMb === null) return null;
  const sharedMb = planMb + (await readAddedMegabytes(tx, key));
  const used = await tx
    .select({ address: mailUsage.address, bytes: mailUsage.bytes })
    .from(mailUsage)
    .innerJoin(mailbox, eq(mailbox.address, mailUsage.address))
    .where(ofBundle(mailbox, key));
  const usedByOthers = (address: string) =>
    used.reduce((sum, usage) => sum + (usage.address === address ? 0 : usage.bytes), 0);
  return { leftFor: (address) => Math.max(0, sharedMb * BYTES_A_MB - usedByOthers(address)) };
}

async function resolveByDomain(tx: Queryable, domainName: string): Promise<RecipientVerdict> {
  const [found] = await tx
    .select({ customerId: bundle.customerId, bundleId: bundle.bundleId, catchAll: bundle.catchAllMailboxId })
    .from(nameRegistry)
    .innerJoin(bundle, ofBundle(bundle, nameRegistry))
    .where(and(eq(nameRegistry.name, domainName), inArray(nameRegistry.kind, ['domain', 'former-domain'])));
  if (found === undefined) return { kind: 'not-local' };
  const receivers = found.catchAll === null ? UNKNOWN : await listReceivers(tx, found, [found.catchAll]);
  return receivers.kind === 'mailboxes' ? { ...receivers, via: 'catch-all' } : receivers;
}

async function recordUsage(
  tx: Queryable,
  usage: { mailboxId: string; bytes: number; messages: number }[],
): Promise<void> {
  if (usage.length === 0) return;
  const rows = sql.join(
    usage.map((one) => sql`(${one.mailboxId}::uuid, ${one.bytes}::bigint, ${one.messages}::bigint)`),
    sql`, `,
  );
  await tx.execute(sql`
    insert into ${mailUsage} (address, bytes, messages)
    select ${mailbox.address}, measured.bytes, measured.messages
    from (values ${rows}) as measured (mailbox_id, bytes, messages) join ${mailbox} on ${mailbox.mailboxId} = measured.mailbox_id
      and ${mailbox.state} <> 'deleting'
    order by ${mailbox.address}
    on conflict (address) do update set bytes = excluded.bytes, messages = excluded.messages`);
}
