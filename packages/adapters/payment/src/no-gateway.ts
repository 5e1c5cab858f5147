import { type PaymentGateway, PaymentGatewayError } from './port.ts';

const NOTHING = { entries: [], next: null };

/**
 * The payment port of an operator who takes no cards. Purchases that were paid by card before keep their gateway's name and wait, until the
 * operator sets its keys again.
 */
export function noGateway(): PaymentGateway {
  const refuse = () =>
    Promise.reject(new PaymentGatewayError('unavailable', 'no_card_payments', 'This installation takes no cards.'));
  return {
    name: 'stripe',
    createPaymentIntent: refuse,
    createSetupIntent: refuse,
    readIntent: refuse,
    cancelIntent: refuse,
    chargeOffSession: refuse,
    // Without keys nothing can be asked of the gateway, and an erasure must not wait for keys that may never come.
    removeCard: async () => {},
    removeCustomer: async () => {},
    refund: refuse,
    readRefund: refuse,
    readDispute: refuse,
    listCharges: async () => NOTHING,
    listRefunds: async () => NOTHING,
    verifyWebhook: () => null,
    check: async () => ({ ok: true, detail: 'No cards are taken: POSTERN_CARD_PAYMENTS is off.' }),
  };
}
