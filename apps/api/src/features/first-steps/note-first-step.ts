import type { FirstStepsData } from '@postern/contract/first-steps';
import { mayWithMailboxes } from '@postern/domain/mailboxes';
import type { Database } from '../../db/client.ts';
import { assertMay } from '../../http/assert-may.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { noteStep } from './first-step-repository.ts';
import { readFirstSteps } from './read-first-steps.ts';

/** Takes an admin's word for a step that no server can see. Nothing but the list depends on it, so nobody gains by lying. */
export async function noteFirstStep(
  deps: { db: Database; clock: Clock },
  context: SessionContext,
  { step }: { step: 'phone' | 'team' },
): Promise<FirstStepsData> {
  const { actor } = context;
  assertMay(mayWithMailboxes(actor.role, 'create'));
  await deps.db.asTenant(actor.customerId, (tx) => noteStep(tx, actor, step, deps.clock.now()));
  return readFirstSteps(deps, context);
}
