export { CardForm } from './payment/card-form.tsx';
export type { CardProblem, PaymentMeans } from './payment/card-gateway.ts';
export { leavePage } from './payment/leave-page.ts';
export { sandboxCardGateway } from './payment/sandbox-card-element.tsx';
export { stripeCardGateway } from './payment/stripe-card-element.tsx';
