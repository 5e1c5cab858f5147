export { receivePaymentEvent } from './payment/receive-payment-event.ts';
