export { receivePaymentEvent } from './payment/receive-payment-event.ts';
export { checkBooks } from './check-books.ts';
export { findLastRun } from './reconcile-nightly.ts';
export { settleChange } from './partner-page/settle-change.ts';
