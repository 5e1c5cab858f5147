export { currencyFor } from './currency-for.ts';
export { findDiscountCode } from './discount-repository.ts';
export { findSoldPlan } from './find-sold-plan.ts';
export { importCatalogue } from './import-catalogue.ts';
export { listPricedPlans, listPurchasePlans } from './list-purchase-plans.ts';
export { listTaxLines } from './list-tax-lines.ts';
export {
  findAddOns,
  findPlan,
  listPlansOf,
  listPrices,
  listSoldAddOns,
  type PlanRow,
  type PricedPlan,
  type SoldAddOn,
} from './plan-repository.ts';
