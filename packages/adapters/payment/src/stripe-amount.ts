import { PaymentGatewayError } from './port.ts';

/**
 * The panel's currencies. Each has hundredths, and Stripe's smallest unit of each is the hundredth as well, so that an amount passes
 * unchanged. Any other is refused: Stripe counts some in whole units and some in thousandths, and a wrong guess charges 100 times too much.
 */
const CURRENCIES_IN_HUNDREDTHS = ['USD', 'INR', 'GBP', 'EUR', 'BRL', 'PEN', 'ZAR'];

/** An amount as Stripe takes it. Refused with `currency_unsupported` when it isn't one of the panel's currencies. */
export function toStripeAmount(amountMinor: number, currency: string): { amount: number; currency: string } {
  if (!CURRENCIES_IN_HUNDREDTHS.includes(currency)) {
    throw new PaymentGatewayError('refused', 'currency_unsupported', `Amounts in ${currency} can't be charged.`);
  }
  return { amount: amountMinor, currency: currency.toLowerCase() };
}
