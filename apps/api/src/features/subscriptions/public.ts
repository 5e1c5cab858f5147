export { placesOf } from './current-plan-view.ts';
export {
  changeOrder,
  findMailOrder,
  insertOrder,
  listOrders,
  lockOrders,
  type OrderRow,
  readMailboxCount,
} from './order-repository.ts';
