import { accepted, type Outcome, refused } from '../verdict/index.ts';
import { readDiscount, refuseRepeatedCodes } from './catalogue-discounts.ts';
import { readPrices } from './catalogue-prices.ts';
import { CatalogueReader } from './catalogue-reader.ts';
import type { AddOn, Catalogue, CatalogueRefusal } from './catalogue.ts';
import { PRODUCT_TYPES, type Plan } from './plan.ts';

/**
 * Checks an operator's plan file, already parsed as YAML. Reports all problems at once, each with its path; there is a value only if there
 * are none. Prices are decimal numbers in the file and minor units in the value.
 */
export function checkCatalogue(parsed: unknown): Outcome<Catalogue, CatalogueRefusal> {
  const file = new CatalogueReader(parsed, '');
  file.refuseOthers(['version', 'plans', 'addOns', 'discounts']);
  const plans = file.list('plans').map(readPlan);
  const addOns = file.has('addOns') ? file.list('addOns').map(readAddOn) : [];
  const discounts = file.has('discounts') ? file.list('discounts').map(readDiscount) : [];
  refuseRepeated(file, 'plans', plans, (plan) => plan.planId, 'DUPLICATE_ID');
  refuseRepeated(file, 'addOns', addOns, (addOn) => addOn.type, 'DUPLICATE_TYPE');
  refuseRepeated(file, 'discounts', discounts, (discount) => discount.discountId, 'DUPLICATE_ID');
  refuseRepeatedCodes(file, discounts);
  plans.forEach((plan, index) => checkTrial(file.at(`plans[${index}]`), plan, plans));
  return file.problems.length > 0
    ? refused('CATALOGUE_INVALID', { problems: file.problems })
    : accepted({ plans, addOns, discounts });
}

function readPlan(entry: CatalogueReader): Plan {
  entry.refuseOthers([
    ...[
      'id',
      'product',
      'type',
      'displayName',
      'displayNames',
      'zIndex',
      'isTrial',
      'isFree',
      'paidPlanId',
      'defaultTrialDays',
    ],
    ...['needsCard', 'features', 'prices', 'partnerIds'],
  ]);
  const isTrial = entry.flag('isTrial');
  const isFree = entry.flag('isFree');
  return {
    planId: entry.wholeNumber('id') ?? 0,
    product: entry.oneOf('product', PRODUCT_TYPES, 'UNKNOWN_PRODUCT'),
    type: entry.text('type'),
    displayName: entry.text('displayName'),
    displayNames: entry.names('displayNames'),
    zIndex: entry.wholeNumber('zIndex') ?? 0,
    isTrial,
    isFree,
    paidPlanId: entry.optionalWholeNumber('paidPlanId'),
    defaultTrialDays: entry.optionalWholeNumber('defaultTrialDays'),
    needsCard: entry.flag('needsCard'),
    features: entry.features(),
    prices: readPrices(entry, { isRequired: !isTrial && !isFree }),
    partnerIds: entry.partnerIds(),
  };
}

function readAddOn(entry: CatalogueReader): AddOn {
  entry.refuseOthers([
    ...['type', 'displayName', 'displayNames', 'zIndex', 'features', 'prices', 'limit', 'trialDays', 'partnerIds'],
  ]);
  return {
    type: entry.text('type'),
    displayName: entry.text('displayName'),
    displayNames: entry.names('displayNames'),
    zIndex: entry.wholeNumber('zIndex') ?? 0,
    features: entry.features(),
    prices: readPrices(entry, { isRequired: false }),
    limit: entry.optionalWholeNumber('limit'),
    trialDays: entry.optionalWholeNumber('trialDays'),
    partnerIds: entry.partnerIds(),
  };
}

function checkTrial(entry: CatalogueReader, plan: Plan, plans: readonly Plan[]): void {
  if (!plan.isTrial) return;
  if (plan.defaultTrialDays === null) entry.refuse('defaultTrialDays', 'TRIAL_WITHOUT_DAYS');
  if (plan.paidPlanId === null) {
    entry.refuse('paidPlanId', 'TRIAL_WITHOUT_PAID_PLAN');
    return;
  }
  const paid = plans.find((other) => other.planId === plan.paidPlanId);
  const isPaid = paid !== undefined && !paid.isTrial && !paid.isFree && paid.product === plan.product;
  if (!isPaid) entry.refuse('paidPlanId', 'PAID_PLAN_UNKNOWN', { paidPlanId: plan.paidPlanId });
}

function refuseRepeated<T>(
  file: CatalogueReader,
  list: string,
  entries: readonly T[],
  keyOf: (entry: T) => number | string,
  code: 'DUPLICATE_ID' | 'DUPLICATE_TYPE',
): void {
  const seen = new Set<number | string>();
  entries.forEach((entry, index) => {
    const key = keyOf(entry);
    // 0 and '' stand for a key that was already reported.
    if (key && seen.has(key))
      file.at(`${list}[${index}]`).refuse(code === 'DUPLICATE_ID' ? 'id' : 'type', code, { value: key });
    seen.add(key);
  });
}
