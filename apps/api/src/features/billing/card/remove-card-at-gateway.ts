import { isCardAsked } from '../../purchase/public.ts';
import { defineJob } from '../../../jobs/job.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { isCardBeingCharged } from '../payment/payment-repository.ts';

type DeletedCard = { customerId: string; paymentMethodId: string };

export const REMOVE_CARD = defineJob<DeletedCard>('remove-card');

/**
 * Removes a deleted card at the gateway, too. A charge whose answer was lost is only found again by its card, so the card stays until that
 * is known: the job fails, and is tried again.
 */
export async function removeCardAtGateway(
  { db, gateway }: Pick<BillingDeps, 'db' | 'gateway'>,
  card: DeletedCard,
): Promise<void> {
  const isCharged = await db.asSystem(
    async (tx) => (await isCardBeingCharged(tx, card)) || (await isCardAsked(tx, card)),
  );
  if (isCharged) throw new Error('The card is being charged, and is removed afterwards.');
  const { customerId, paymentMethodId } = card;
  await gateway.removeCard({ customerReference: customerId, paymentMethodId });
}
