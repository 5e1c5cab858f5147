export { listPricedPlans, listPurchasePlans } from './list-purchase-plans.ts';
export { findPlan, listPlansOf, listPrices, type PricedPlan } from './plan-repository.ts';
export { currencyFor, type Quote, quotePurchase } from './price-purchase.ts';
export { CatalogueInvalid, importCatalogue } from './import-catalogue.ts';
