import type { FieldProblem } from '@postern/contract/errors';
import type { OutputOf, ParsedInputOf } from '@postern/contract/operation';
import type { upsertCustomer as operation } from '@postern/contract/purchase';
import { normaliseEmailAddress } from '@postern/domain/addresses';
import { COUNTRY_CODES, US_STATE_CODES } from '@postern/domain/countries';
import { type BillingAddress, checkBillingAddress, checkTaxDetails, isCountryBlocked } from '@postern/domain/purchase';
import { writeAudit } from '../../db/audit.ts';
import { fieldProblem } from '../../http/field-problem.ts';
import { invalid, PanelError } from '../../http/panel-error.ts';
import type { PurchaseContext } from '../../http/request-context.ts';
import { checkVatNumber, readReverseCharge, vatBuyerOf } from '../vat-numbers/public.ts';
import { loginOf } from './login-of.ts';
import type { PurchaseDeps } from './purchase-deps.ts';
import {
  findCustomerRow,
  isOpen,
  listBlockedCountries,
  lockPurchase,
  updatePurchase,
  upsertCustomerRow,
} from './purchase-repository.ts';

type Input = ParsedInputOf<typeof operation>;

/** Saves the buyer's address with the purchase. An existing customer's own row changes only when the order is written. */
export async function upsertCustomer(
  deps: PurchaseDeps,
  { purchase: actor }: PurchaseContext,
  input: Input,
): Promise<OutputOf<typeof operation>> {
  const problems = listBuyerProblems(input);
  if (problems.length > 0) throw invalid(problems);
  const { customerId, partnerId } = await deps.db.asSystem(async (tx) => {
    if (isCountryBlocked(input.billingAddress.country, await listBlockedCountries(tx))) {
      throw new PanelError('COUNTRY_NOT_SUPPORTED', { country: input.billingAddress.country });
    }
    const purchase = await lockPurchase(tx, actor.purchaseId);
    if (!isOpen(purchase)) throw new PanelError('PURCHASE_CLOSED');
    const billingAddress = { ...input.billingAddress, email: normaliseEmailAddress(input.billingAddress.email) };
    const taxDetails = input.customerTaxDetails ?? null;
    const now = deps.clock.now();
    await updatePurchase(tx, purchase.purchaseId, { billingAddress, taxDetails, updatedAt: now });
    if ((await findCustomerRow(tx, purchase.customerId)) === null) {
      await upsertCustomerRow(tx, {
        customerId: purchase.customerId,
        partnerId: purchase.partnerId,
        ...loginOf(purchase),
        name: billingAddress.name,
        companyName: billingAddress.companyName ?? null,
        passwordHash: null,
        billingAddress,
        taxDetails,
        locale: purchase.claims.locale ?? 'en',
        createdAt: now,
      });
    }
    await writeAudit(tx, deps.clock, {
      customerId: purchase.customerId,
      bundleId: null,
      actor: purchase.claims.customerEmailAddress,
      action: 'customer.details-saved',
      target: purchase.claims.domainName,
    });
    return purchase;
  });
  const taxDetails = input.customerTaxDetails ?? null;
  const buyer = vatBuyerOf({ billingAddress: input.billingAddress, taxDetails });
  // The buyer waits for it, as the next page names the price.
  await checkVatNumber(deps, { customerId, partnerId, buyer });
  const at = deps.clock.now();
  const check = await deps.db.asSystem((tx) => readReverseCharge(tx, { customerId, partnerId, buyer, at }));
  return { customerId, ...(check === null ? {} : { isReverseCharge: true }) };
}

/** Applies the form's rules again to what arrived. */
export function listBuyerProblems({ billingAddress, customerTaxDetails }: Input): FieldProblem[] {
  const address = checkBillingAddress(billingAddress as BillingAddress, {
    countryCodes: COUNTRY_CODES,
    usStateCodes: US_STATE_CODES,
  });
  const tax = checkTaxDetails(customerTaxDetails?.taxDetails ?? [], billingAddress.country);
  return [
    ...address.map(({ field, code }) => fieldProblem(`billingAddress.${field}`, code)),
    ...tax.map(({ index, code }) => fieldProblem(`customerTaxDetails.taxDetails.${index}.value`, code)),
  ];
}
