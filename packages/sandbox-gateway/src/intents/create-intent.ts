import type { Decision } from '../http/answer-once.ts';
import type { NewPaymentIntentBody, NewSetupIntentBody } from '../http/request-bodies.ts';
import type { StoredIntent } from '../ledger/ledger-record.ts';
import { newId } from './settle-intent.ts';

export function createPaymentIntent(body: NewPaymentIntentBody, nowEpochMillis: number): Decision {
  return created({ ...newIntent('payment', nowEpochMillis), ...body });
}

export function createSetupIntent(body: NewSetupIntentBody, nowEpochMillis: number): Decision {
  return created({ ...newIntent('setup', nowEpochMillis), ...body });
}

/** A new intent with default values, also for a charge without the payer. */
export function newIntent(kind: StoredIntent['kind'], nowEpochMillis: number): StoredIntent {
  const intentId = newId(kind === 'payment' ? 'pi' : 'seti');
  return {
    intentId,
    kind,
    status: 'requires_confirmation',
    clientSecret: newId(`${intentId}_secret`),
    amountMinor: 0,
    currency: '',
    refundedMinor: 0,
    description: '',
    metadata: {},
    saveCard: kind === 'setup',
    customerReference: '',
    createdEpochMillis: nowEpochMillis,
  };
}

function created(intent: StoredIntent): Decision {
  const { intentId, clientSecret } = intent;
  return { status: 200, body: { intentId, clientSecret }, changes: { intent } };
}
