import type { readCard as operation } from '@postern/contract/billing-details';
import type { OutputOf } from '@postern/contract/operation';
import { PanelError } from '../../../http/panel-error.ts';
import type { SessionContext } from '../../../http/request-context.ts';
import { findLatestCard } from '../../purchase/public.ts';
import { speaksForCustomer } from '../speaks-for-customer.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { assertMayPay } from '../quote/calculate-charge.ts';
import { listCardHistory } from './card-history.ts';

/** The card that pays renewals. */
export async function readCard(
  deps: Pick<BillingDeps, 'db' | 'gateway'>,
  context: SessionContext,
): Promise<OutputOf<typeof operation>> {
  assertMayPay(context);
  const { customerId } = context.actor;
  return deps.db.asSystem(async (tx) => {
    // An expired card is shown, too: its owner must know why nothing can be charged.
    const found = await findLatestCard(tx, customerId, deps.gateway.name, new Date(0));
    if (found === null) throw new PanelError('CARD_NOT_FOUND');
    const { paymentMethodId, funding, walletType, brand, lastFourDigits, expMonth, expYear } = found;
    const card = { paymentMethodId, funding, walletType, brand, lastFourDigits, expMonth, expYear };
    const history = await listCardHistory(tx, customerId);
    return { card, history, mayRemove: await speaksForCustomer(tx, context.actor) };
  });
}
