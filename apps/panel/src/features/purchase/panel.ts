export type { Buyer } from './details/buyer-form.tsx';
export { askUntilAnswered, isAtBank, NoAnswer } from './payment/ask-until-answered.ts';
export { awaitBank, BankInTab, bankReturnUrl, PartnerInTab } from './payment/bank-in-tab.tsx';
export { CardForm, CardProblemNote } from './payment/card-form.tsx';
export type { CardProblem, PaymentMeans } from './payment/card-gateway.ts';
export { type ChangePayment, forgetPayment, keepPayment, keptPayment } from './payment/change-payment.ts';
export { FailureNote } from './payment/failure-note.tsx';
export type { OnPhase, PaymentPhase } from './payment/run-payment.ts';
export { partnerPageUrl, partnerReturnUrl } from './payment/partner-payment.ts';
export { PaymentProgress, UnknownOutcome } from './payment/payment-progress.tsx';
export { sandboxCardGateway } from './payment/sandbox-card-element.tsx';
export { type CardChoice, SavedCardChoice } from './payment/saved-card-choice.tsx';
export { stripeCardGateway } from './payment/stripe-card-element.tsx';

/** The buyer's form is in a file of its own, because people who pay with a card don't need it. It shows the purchase's texts. */
export const loadBuyerForm = () => import('./details/buyer-form.tsx');
export type BuyerFormPart = Awaited<ReturnType<typeof loadBuyerForm>>;
