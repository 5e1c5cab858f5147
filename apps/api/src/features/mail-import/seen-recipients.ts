import { holdsReceivedMail, recipientsIn, SEEN_ADDRESSES_MAXIMUM } from '@postern/domain/mail-import';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import type { FolderRow } from './mail-import-repository.ts';

/** How often a local part was a recipient, and when last. Nothing else of the messages is kept. */
export type SeenRecipient = { localPart: string; messages: number; lastSeenAt: string | null };

type Message = { raw: Buffer; internalDate: Date | null };

const HEADER_BYTES = 65_536;
/** One batch has up to 200 messages. */
const KEPT_OF_A_BATCH = 100;

/** Finds the recipients at the domain in a folder's messages. Skips folders of mail that wasn't received, such as Sent. */
export function seenIn(folder: FolderRow, domainName: string, messages: readonly Message[]): SeenRecipient[] {
  if (!holdsReceivedMail(folder.target)) return [];
  const seen = new Map<string, { messages: number; last: number | null }>();
  for (const { raw, internalDate } of messages) {
    const [header = ''] = raw
      .subarray(0, HEADER_BYTES)
      .toString('latin1')
      .split(/\r?\n\r?\n/, 1);
    const at = internalDate === null || Number.isNaN(internalDate.getTime()) ? null : internalDate.getTime();
    for (const name of recipientsIn(header, domainName)) {
      const { messages: count, last } = seen.get(name) ?? { messages: 0, last: null };
      seen.set(name, { messages: count + 1, last: at === null ? last : Math.max(at, last ?? at) });
    }
  }
  return [...seen]
    .toSorted(([, a], [, b]) => b.messages - a.messages)
    .slice(0, KEPT_OF_A_BATCH)
    .map(([localPart, one]) => ({
      ...{ localPart, messages: one.messages },
      lastSeenAt: one.last === null ? null : new Date(one.last).toISOString(),
    }));
}

/** Adds recipients to those an import has seen, in the transaction that settles their messages, so that none counts twice. */
export async function addSeen(tx: Queryable, folder: FolderRow, seen: readonly SeenRecipient[]): Promise<void> {
  if (seen.length === 0) return;
  const { customerId, taskId } = folder;
  await tx.execute(sql`insert into mail_import_seen (customer_id, task_id, local_part, messages, last_seen_at)
    select ${customerId}, ${taskId}, v."localPart", v.messages, v."lastSeenAt"
    from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) as v("localPart" text, messages integer, "lastSeenAt" timestamptz)
    where (select count(*) from mail_import_seen s where s.customer_id = ${customerId} and s.task_id = ${taskId}) < ${SEEN_ADDRESSES_MAXIMUM}
      or exists (select from mail_import_seen s where s.customer_id = ${customerId} and s.task_id = ${taskId} and s.local_part = v."localPart")
    on conflict (customer_id, task_id, local_part) do update set
      messages = mail_import_seen.messages + excluded.messages,
      last_seen_at = greatest(mail_import_seen.last_seen_at, excluded.last_seen_at)`);
}
