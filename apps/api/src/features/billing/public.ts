export { receivePaymentEvent } from './payment/receive-payment-event.ts';
export { checkRefunds, listOwedRefunds } from './refund/find-failed-refunds.ts';
export { receiveRefundEvent } from './refund/follow-refund.ts';
export { checkBooks } from './check-books.ts';
export { findLastRun } from './reconcile-nightly.ts';
export { settleChange } from './partner-page/settle-change.ts';
