import type Stripe from 'stripe';
import { type Dispute, type DisputeMovement, PaymentGatewayError } from './port.ts';
import { badAnswer, isMissing } from './stripe-error.ts';

/** Stripe's states of an inquiry begin with `warning_`: no money moves, and its end leaves everything as it was. */
const STATUSES: Record<string, Dispute['status']> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'won',
  needs_response: 'needs_response',
  under_review: 'under_review',
  won: 'won',
  // Settled with the payer's bank before it became a dispute.
  prevented: 'won',
  lost: 'lost',
};

/** A dispute by its id, with all money that it has moved. */
export async function readStripeDispute(stripe: Stripe, disputeId: string): Promise<Dispute> {
  try {
    return fromDispute(await stripe.disputes.retrieve(disputeId));
  } catch (error) {
    throw isMissing(error)
      ? new PaymentGatewayError('refused', 'dispute_unknown', 'Stripe has no such dispute.')
      : error;
  }
}

function fromDispute(dispute: Stripe.Dispute): Dispute {
  const { id, status, reason, amount, currency, evidence_details: evidence } = dispute;
  const known = STATUSES[status];
  const intent = dispute.payment_intent;
  const intentId = typeof intent === 'string' ? intent : intent?.id;
  if (known === undefined || intentId === undefined) throw badAnswer();
  const isAnswerable = known === 'inquiry' || known === 'needs_response';
  return {
    disputeId: id,
    intentId,
    status: known,
    reason,
    amountMinor: amount,
    currency: currency.toUpperCase(),
    respondByEpochMillis: isAnswerable && typeof evidence?.due_by === 'number' ? evidence.due_by * 1000 : null,
    movements: (dispute.balance_transactions ?? [])
      .toSorted((one, other) => one.created - other.created)
      .map((one) => movementOf(one, dispute)),
  };
}

/** Stripe moves money in the currency of our account. The payer gets it in the currency of the payment. */
function movementOf(
  { id, amount, fee, currency }: Stripe.BalanceTransaction,
  dispute: Stripe.Dispute,
): DisputeMovement {
  const isSame = currency === dispute.currency;
  return {
    movementId: id,
    amountMinor: isSame ? amount : Math.sign(amount) * dispute.amount,
    feeMinor: fee,
    feeCurrency: currency.toUpperCase(),
  };
}
