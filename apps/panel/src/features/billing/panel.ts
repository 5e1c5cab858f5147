export { BillingLine } from './billing-line.tsx';
