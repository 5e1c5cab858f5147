/** The screen after the payment, which comes with the payment's step. */
export const loadPurchaseDone = () => import('./purchase-done.tsx');
