export { listPricedPlans, listPurchasePlans } from './list-purchase-plans.ts';
export { findPlan, listPlansOf, listPrices, type PricedPlan } from './plan-repository.ts';
export { currencyFor } from './currency-for.ts';
export { findSoldPlan } from './find-sold-plan.ts';
export { importCatalogue } from './import-catalogue.ts';
