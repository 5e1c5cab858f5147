import type { OutputOf } from '@postern/contract/operation';
import type { readDiscount as operation } from '@postern/contract/purchase';
import { type OrderDiscount, type DiscountRefusal, usableDiscount } from '@postern/domain/billing';
import { plainDateOf } from '@postern/domain/dates';
import { type Currency, toAmountNumber } from '@postern/domain/money';
import {
  bundleDiscountOf,
  currencyOfPlan,
  DEFAULT_TRIAL_DAYS,
  type DiscountCode,
  normaliseDiscountCode,
  planKind,
} from '@postern/domain/plans';
import { DISCOUNT_ADDRESS_LIMIT, DISCOUNT_CODE_LIMIT, networkOf, SITE_LIMIT, siteOf } from '@postern/domain/sign-in';
import type { Queryable } from '../../../db/client.ts';
import { takeGuess } from '../../../http/guesses.ts';
import { invalid, PanelError } from '../../../http/panel-error.ts';
import type { PurchaseContext } from '../../../http/request-context.ts';
import { findPartner } from '../../partners/public.ts';
import { currencyFor, findDiscountCode, listPlansOf, type PricedPlan } from '../../plans/public.ts';
import type { PurchaseDeps } from '../purchase-deps.ts';
import { findPurchase, isOpen, type PurchaseRow } from '../purchase-repository.ts';

type Deps = Pick<PurchaseDeps, 'db' | 'clock'>;
type Found = { code: DiscountCode; currency: Currency };

const MILLIS_A_DAY = 86_400_000;
const MESSAGES: Record<DiscountRefusal['code'], string> = {
  UNKNOWN_CODE: 'There is no such discount code.',
  CODE_ENDED: 'This discount code has ended.',
  CODE_ENDS_BEFORE_CHARGE: 'This discount code ends before the trial does.',
  CODE_NOT_FOR_THIS: 'This discount code is not for this plan or currency.',
};

/** What a code takes off the plan of the link. */
export async function readDiscount(
  deps: Deps,
  context: PurchaseContext,
  { discountCode }: { discountCode: string },
): Promise<OutputOf<typeof operation>> {
  const { code, currency } = await checkDiscountCode(deps, context, discountCode);
  const off = (product: keyof DiscountCode['terms']) => {
    const terms = code.terms[product];
    if (terms === undefined) return {};
    const value = terms.type === 'flat' ? terms.amounts[currency] : terms.basisPoints;
    return value === undefined ? {} : { [product]: { type: terms.type, value: toAmountNumber(value) } };
  };
  return {
    discount: {
      id: code.discountId,
      displayCode: code.displayCode,
      expiryDate: code.expiresOn,
      config: { discounts: { ...off('email_account'), ...off('site'), ...off('domain') } },
      bundleDiscount: bundleDiscountOf(code),
    },
  };
}

/**
 * Finds a code for the plan of the link, and throws if it can't be used. Unknown ones are counted for the purchase and the network address,
 * so that nobody tries codes by the thousand; the code that the partner signed into the link is no guess.
 */
export async function checkDiscountCode(
  deps: Deps,
  { purchase: actor, ip }: Pick<PurchaseContext, 'purchase' | 'ip'>,
  typed: string,
): Promise<Found> {
  const purchase = await findPurchase(deps.db.global, actor.purchaseId);
  if (purchase === null || !isOpen(purchase)) throw new PanelError('PURCHASE_CLOSED');
  if (isOfLink(purchase, typed)) return findForLink(deps, purchase, typed);
  const site = siteOf(ip);
  const guess = await takeGuess(deps, [
    { key: `guess/discount/purchase/${purchase.purchaseId}`, limit: DISCOUNT_CODE_LIMIT },
    { key: `guess/discount/address/${networkOf(ip)}`, limit: DISCOUNT_ADDRESS_LIMIT },
    ...(site === null ? [] : [{ key: `guess/discount/site/${site}`, limit: SITE_LIMIT }]),
  ]);
  let isWrong = false;
  try {
    isWrong = (await findDiscountCode(deps.db.global, typed, purchase.partnerId)) === null;
    return await findForLink(deps, purchase, typed);
  } finally {
    await (isWrong ? guess.wrong() : guess.right());
  }
}

const isOfLink = ({ claims }: PurchaseRow, typed: string): boolean =>
  typeof claims.discountCode === 'string' &&
  normaliseDiscountCode(claims.discountCode) === normaliseDiscountCode(typed);

async function findForLink({ db, clock }: Deps, purchase: PurchaseRow, typed: string): Promise<Found> {
  const { partnerId, claims } = purchase;
  const partner = await findPartner(db.global, partnerId);
  const sold = await listPlansOf(db.global, 'MailSuite', partnerId);
  const plan = sold.find(({ type }) => type === claims.planType);
  const code = await findDiscountCode(db.global, typed, partnerId);
  if (partner === null || plan === undefined || code === null) throw refusalOf('UNKNOWN_CODE');
  const currency = currencyOfPlan(plan, currencyFor(partner.countryCurrencies, claims.customerCountry));
  use(code, plan, currency, clock.now());
  return { code, currency };
}

/** The discount of a code for a plan, read in the caller's transaction. Throws if it can't be used; null without a code. */
export async function discountOfCode(
  tx: Queryable,
  typed: string | undefined,
  { plan, currency, partnerId, at }: { plan: PricedPlan; currency: Currency; partnerId: number; at: Date },
): Promise<OrderDiscount | null> {
  return typed === undefined ? null : use(await findDiscountCode(tx, typed, partnerId), plan, currency, at);
}

function use(code: DiscountCode | null, plan: PricedPlan, currency: Currency, at: Date): OrderDiscount {
  const kind = planKind(plan);
  const trialDays = kind === 'trial' ? (plan.defaultTrialDays ?? DEFAULT_TRIAL_DAYS) : 0;
  const usable = usableDiscount(code, {
    product: 'MailSuite',
    kind,
    currency,
    today: plainDateOf(at.getTime()),
    chargedOn: plainDateOf(at.getTime() + trialDays * MILLIS_A_DAY),
  });
  if (!usable.ok) throw refusalOf(usable.code);
  return usable.value;
}

const refusalOf = (code: DiscountRefusal['code']) =>
  invalid([{ path: 'discountCode', code: code.toLowerCase(), message: MESSAGES[code] }]);
