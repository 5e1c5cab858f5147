import type { Queryable } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionActor } from '../../http/request-context.ts';
import { listBundlesOfCustomer } from '../bundles/public.ts';

/**
 * Whether the actor may change what all the customer's domains share: cards and the billing address. The admin of a domain that is not the
 * customer's only one manages that domain alone.
 */
export const speaksForCustomer = async (tx: Queryable, { customerId, mailboxId }: SessionActor): Promise<boolean> =>
  mailboxId === null || (await listBundlesOfCustomer(tx, customerId)).length === 1;

export async function assertSpeaksForCustomer(tx: Queryable, actor: SessionActor): Promise<void> {
  if (!(await speaksForCustomer(tx, actor))) throw new PanelError('NOT_AUTHORIZED', { reason: 'ASK_YOUR_ADMIN' });
}
