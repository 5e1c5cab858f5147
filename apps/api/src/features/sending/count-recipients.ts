import { decideSending, type SendingNotice, type SendingRefusal, spanEnd } from '@postern/domain/sending';
import { writeAudit } from '../../db/audit.ts';
import type { Database, Queryable } from '../../db/client.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import type { Clock } from '../../runtime/clock.ts';
import { newId } from '../../runtime/ids.ts';
import { enqueueMail } from '../notifications/public.ts';
import { sendingLimitNotice } from './sending-limit-mail.ts';
import {
  addToSendingCounts,
  findSendingMailbox,
  listAdministrators,
  lockSendingCounts,
  readSendingLimits,
  rememberNotice,
  type SendingMailbox,
} from './sending-repository.ts';

/** A domain may have hundreds of admins; the first ones are enough to act. */
const ADMINISTRATORS_MAXIMUM = 5;

export type CountDeps = {
  db: Database;
  clock: Clock;
  jobs: JobQueue;
  /** For the metrics: a message to this many recipients was counted, or refused. */
  onSending?: (recipients: number, refusal: SendingRefusal | null) => void;
};

/**
 * Counts a message's recipients for its mailbox and its domain, or refuses the message by the plan's limits. The count is committed before
 * the message is accepted: a crash in between may count a message that wasn't sent, never send one that isn't counted. The administrators
 * are told in the same transaction, once per span for "near" and once for "reached".
 */
export async function countRecipients(
  deps: CountDeps,
  address: string,
  recipients: number,
): Promise<SendingRefusal | null> {
  const refusal = await deps.db.asSystem(async (tx) => {
    const sender = await findSendingMailbox(tx, address);
    if (sender === null) throw new Error('A mailbox that sends has gone');
    const now = deps.clock.now();
    const counts = await lockSendingCounts(tx, sender, await readSendingLimits(tx, sender), now);
    const decision = decideSending(counts, recipients, now);
    if (decision.refusal === null && counts.length > 0) await addToSendingCounts(tx, sender, recipients);
    for (const notice of decision.notices) await tell(tx, deps, sender, notice);
    return decision.refusal;
  });
  deps.onSending?.(recipients, refusal);
  return refusal;
}

async function tell(
  tx: Queryable,
  deps: CountDeps,
  sender: SendingMailbox,
  { count, level }: SendingNotice,
): Promise<void> {
  const { customerId, bundleId, partnerId, locale } = sender;
  const { scope, span, limit } = count;
  await rememberNotice(tx, sender, count, level);
  const target = scope === 'mailbox' ? sender.address : sender.domainName;
  const action = level === 1 ? 'sending.limit-near' : 'sending.limit-reached';
  await writeAudit(tx, deps.clock, {
    customerId,
    bundleId,
    actor: 'system',
    action,
    target,
    attrs: { scope, span, limit },
  });
  const attrs = { partnerId, locale, scope, span, limit, target, freeAt: spanEnd(span, count.startsAt).toISOString() };
  for (const to of await listAdministrators(tx, sender, ADMINISTRATORS_MAXIMUM))
    await enqueueMail(tx, deps.jobs, sendingLimitNotice(level), { messageId: newId(deps.clock.now()), to, attrs });
}
