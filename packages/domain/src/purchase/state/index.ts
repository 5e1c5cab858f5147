export { canMove, isFinal, PURCHASE_MOVES, PURCHASE_STATES } from './purchase-state.ts';
export type { PurchaseState } from './purchase-state.ts';
