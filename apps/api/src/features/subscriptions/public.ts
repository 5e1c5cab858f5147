export { placesOf } from './current-plan-view.ts';
export { findMailOrder, insertOrder } from './order-repository.ts';
