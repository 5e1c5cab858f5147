import type { setBillingAddress as operation } from '@postern/contract/billing-details';
import type { OutputOf, ParsedInputOf } from '@postern/contract/operation';
import { normaliseEmailAddress } from '@postern/domain/addresses';
import { isCountryBlocked } from '@postern/domain/purchase';
import { writeAudit } from '../../../db/audit.ts';
import { invalid, PanelError } from '../../../http/panel-error.ts';
import type { SessionContext } from '../../../http/request-context.ts';
import { readCustomerForMail, writeBillingAddress } from '../../bundles/public.ts';
import { listBlockedCountries, listBuyerProblems } from '../../purchase/public.ts';
import { assertSpeaksForCustomer, speaksForCustomer } from '../speaks-for-customer.ts';
import { checkVatNumber, vatBuyerOf } from '../../vat-numbers/public.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { assertMayPay } from '../quote/calculate-charge.ts';

type Deps = Pick<BillingDeps, 'db' | 'clock' | 'log' | 'vatRegister'>;
type Answer = OutputOf<typeof operation>;

/** The address and tax ids that invoices show. */
export async function readBillingAddress({ db }: Pick<Deps, 'db'>, context: SessionContext): Promise<Answer> {
  assertMayPay(context);
  return db.asSystem(async (tx) => {
    const found = await readCustomerForMail(tx, context.actor.customerId);
    if (found === null) throw new PanelError('NOT_FOUND');
    return {
      billingAddress: found.billingAddress,
      customerTaxDetails: found.taxDetails ?? { taxDetails: [] },
      mayChange: await speaksForCustomer(tx, context.actor),
    };
  });
}

/** Changes them for later invoices, by the rules of the purchase's form. */
export async function setBillingAddress(
  deps: Deps,
  context: SessionContext,
  input: ParsedInputOf<typeof operation>,
): Promise<Answer> {
  assertMayPay(context);
  const problems = listBuyerProblems(input);
  if (problems.length > 0) throw invalid(problems);
  const { customerId, bundleId, email } = context.actor;
  const { country } = input.billingAddress;
  await deps.db.asSystem(async (tx) => {
    await assertSpeaksForCustomer(tx, context.actor);
    if (isCountryBlocked(country, await listBlockedCountries(tx)))
      throw new PanelError('COUNTRY_NOT_SUPPORTED', { country });
    const billingAddress = { ...input.billingAddress, email: normaliseEmailAddress(input.billingAddress.email) };
    await writeBillingAddress(tx, customerId, { billingAddress, taxDetails: input.customerTaxDetails });
    const what = { action: 'customer.details-saved' as const, target: customerId, requestId: context.requestId };
    await writeAudit(tx, deps.clock, { customerId, bundleId, actor: email, ...what });
  });
  const answer = await readBillingAddress(deps, context);
  const taxDetails = answer.customerTaxDetails;
  const buyer = vatBuyerOf({ billingAddress: answer.billingAddress, taxDetails });
  await checkVatNumber(deps, { customerId, partnerId: context.actor.partnerId, buyer });
  return answer;
}
