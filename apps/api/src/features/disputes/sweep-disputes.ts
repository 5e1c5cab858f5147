import { listDisputesToAsk, lockUnanswered, updateDispute } from './dispute-repository.ts';
import { type DisputeDeps, followDispute, mailOperator } from './follow-dispute.ts';

const HOUR_MILLIS = 3_600_000;
/** How long before its deadline the operator is reminded of an unanswered dispute. */
const REMINDER_MILLIS = 72 * HOUR_MILLIS;
const AT_ONCE = 50;

/** Asks the gateway for what no webhook has reported, and reminds the operator of unanswered disputes. */
export async function sweepDisputes(deps: DisputeDeps, stopping?: AbortSignal): Promise<void> {
  const now = deps.clock.now();
  const since = new Date(now.getTime() - HOUR_MILLIS);
  for (const { disputeId } of await deps.db.asSystem((tx) => listDisputesToAsk(tx, since, AT_ONCE))) {
    if (stopping?.aborted === true) return;
    try {
      await followDispute(deps, disputeId);
    } catch (error) {
      deps.log.warn({ err: error, disputeId }, 'dispute could not be read yet');
    }
    // It goes to the end of the line, so that the others have their turn first.
    await deps.db.asSystem((tx) => updateDispute(tx, { disputeId }, { askedAt: now }));
  }
  await deps.db.asSystem(async (tx) => {
    for (const row of await lockUnanswered(tx, new Date(now.getTime() + REMINDER_MILLIS))) {
      await updateDispute(tx, row, { remindedAt: now });
      await mailOperator(tx, deps, row, 'reminder');
    }
  });
}
