import { fetchPlans, readTaxDetails } from '@postern/contract/plans';
import * as contract from '@postern/contract/purchase';
import type { Serve } from '../../http/serve.ts';
import type { SanctionsDeps } from '../sanctions/public.ts';
import { authenticatePurchase } from './entry/authenticate-purchase.ts';
import { completePurchase } from './payment/complete-purchase.ts';
import { initiatePurchase } from './payment/initiate-purchase.ts';
import { listPlansForPurchase } from './plan/list-plans-for-purchase.ts';
import { listTaxIds } from './plan/list-tax-ids.ts';
import { readDiscount } from './plan/discount-of-code.ts';
import type { PurchaseDeps } from './purchase-deps.ts';
import { upsertCustomer } from './upsert-customer.ts';

export function purchaseRoutes(serve: Serve, deps: PurchaseDeps & SanctionsDeps): void {
  serve(contract.authenticatePurchase, (context, input) => authenticatePurchase(deps, context, input));
  serve(contract.upsertCustomer, (context, input) => upsertCustomer(deps, context, input));
  serve(contract.readDiscount, (context, input) => readDiscount(deps, context, input));
  serve(contract.initiatePurchase, (context, input) => initiatePurchase(deps, context, input));
  serve(contract.completePurchase, (context, input) => completePurchase(deps, context, input));
  serve(fetchPlans, (context, input) => listPlansForPurchase(deps, context, input.includeTrialPlans === 'true'));
  serve(readTaxDetails, async () => listTaxIds());
}
