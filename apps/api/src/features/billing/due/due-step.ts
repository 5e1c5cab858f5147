import type { BilledOrder } from '../../subscriptions/public.ts';
import type { PaymentRow } from '../payment/payment-repository.ts';

/** What a step left to do outside the transaction. */
export type DueStep =
  | { kind: 'done'; job: string }
  | { kind: 'pay'; job: string; payment: PaymentRow; isNew?: true }
  | { kind: 'in-the-way'; payment: PaymentRow }
  | { kind: 'wait' }
  | { kind: 'none' };

/** An order for which something is due, and since when. */
export type Due = { billed: BilledOrder; at: Date; partnerId: number };
