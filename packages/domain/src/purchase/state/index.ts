export { canMove } from './purchase-state.ts';
export type { PurchaseState } from './purchase-state.ts';
