import type { FirstStepsData } from '@postern/contract/first-steps';
import { mayWithMailboxes } from '@postern/domain/mailboxes';
import type { Database } from '../../db/client.ts';
import { assertMay } from '../../http/assert-may.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { findMailOrder, readMailboxCount } from '../subscriptions/public.ts';
import { readSteps } from './first-step-repository.ts';

/** Which of the first steps have happened at the session's domain. */
export async function readFirstSteps({ db }: { db: Database }, { actor }: SessionContext): Promise<FirstStepsData> {
  assertMay(mayWithMailboxes(actor.role, 'list'));
  const { customerId, bundleId } = actor;
  const key = { customerId, bundleId };
  return db.asTenant(customerId, async (tx) => {
    const order = await findMailOrder(tx, key);
    const steps = await readSteps(tx, key);
    return {
      boughtAt: order?.createdAt.toISOString() ?? null,
      mailboxes: (await readMailboxCount(tx, key)) ?? 0,
      domainSetAt: steps.domain?.toISOString() ?? null,
      phoneSetUpAt: steps.phone?.toISOString() ?? null,
      teamToldAt: steps.team?.toISOString() ?? null,
    };
  });
}
