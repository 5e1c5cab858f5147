/** Loads the screen after the payment; the payment step does so in advance. */
export const loadPurchaseDone = () => import('./purchase-done.tsx');
