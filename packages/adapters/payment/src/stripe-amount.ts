import { PaymentGatewayError } from './port.ts';

/**
 * The panel's currencies. Each has two decimals, at Stripe too, so that an amount passes unchanged. Any other currency is refused: some
 * have no decimals at Stripe and some three, and a wrong guess charges 100 times too much.
 */
const CURRENCIES_IN_HUNDREDTHS = ['USD', 'INR', 'GBP', 'EUR', 'BRL', 'PEN', 'ZAR'];

/** An amount for Stripe. Refused with `currency_unsupported` if it isn't in one of the panel's currencies. */
export function toStripeAmount(amountMinor: number, currency: string): { amount: number; currency: string } {
  if (!CURRENCIES_IN_HUNDREDTHS.includes(currency)) {
    throw new PaymentGatewayError('refused', 'currency_unsupported', `Amounts in ${currency} can't be charged.`);
  }
  return { amount: amountMinor, currency: currency.toLowerCase() };
}
