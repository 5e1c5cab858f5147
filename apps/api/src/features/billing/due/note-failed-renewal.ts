import type { Queryable } from '../../../db/client.ts';
import { type BilledOrder, writeLife } from '../../subscriptions/public.ts';
import type { PaymentRow } from '../payment/payment-repository.ts';

/** Declines after which the same card is never accepted: trying again would only annoy the bank. */
const HARD_DECLINES = [
  ...['saved_card_unavailable', 'no_card', 'expired_card', 'lost_card', 'stolen_card', 'pickup_card'],
  ...['revocation_of_authorization', 'revocation_of_all_authorizations', 'invalid_account', 'do_not_try_again'],
];

type Failure = NonNullable<PaymentRow['failure']>;

/**
 * Counts a failed try of a renewal. Service runs on; what is due next is the next try, or the stop after the last. An extra
 * try takes none of them away. If a card is gone and the customer has another one, the next try takes that. Rule L-03.
 */
export async function noteFailedRenewal(
  tx: Queryable,
  billed: BilledOrder,
  { code, reason }: Failure,
  { isExtra = false, hasOtherCard = false } = {},
): Promise<void> {
  const declineCode = reason ?? code;
  await writeLife(tx, billed, {
    failures: billed.billing.failures + (isExtra ? 0 : 1),
    isHardDecline:
      !(hasOtherCard && code === 'saved_card_unavailable') &&
      [declineCode, code].some((one) => HARD_DECLINES.includes(one)),
    declineCode,
  });
}
