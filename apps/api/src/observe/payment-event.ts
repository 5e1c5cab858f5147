/**
 * - `started`: the buyer began to pay, or chose something that needs no card.
 * - `declined`: the gateway says that an attempt failed; the buyer may try again.
 * - `settled`: the money moved, or none had to. `failed`: the payment ended without. `refunded`: the money went back.
 */
export type PaymentEvent = 'started' | 'declined' | 'settled' | 'failed' | 'refunded';

/** Counts an event of a payment, once, after its transaction. `gateway` is who takes the money: one of five words. */
export type OnPayment = (event: PaymentEvent, gateway: string) => void;
