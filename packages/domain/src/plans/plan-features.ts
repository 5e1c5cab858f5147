import type { PlanFeature, PlanKind, ProductType } from './plan.ts';

/** Places of a plan without a limit. Spec 1 §9. */
export const DEFAULT_ACCOUNT_LIMIT = 100_000;

const DEFAULT_ALIAS_LIMIT = 10;
const MB_A_GB = 1024;

type WithFeatures = { features: readonly PlanFeature[] };

/** The plan's feature of this type; null if the plan doesn't have it. */
function featureOf(plan: WithFeatures, type: string): PlanFeature | null {
  return plan.features.find((feature) => feature.type === type) ?? null;
}

export function hasFeature(plan: WithFeatures, type: string): boolean {
  return featureOf(plan, type) !== null;
}

/** Storage of each mailbox in MB (1 MB = 1,048,576 bytes); null if the plan shares it among mailboxes or names none. Spec 1 §3, Plan. */
export function mailboxQuotaMb(plan: WithFeatures): number | null {
  const storage = featureOf(plan, 'storage');
  return storage && storage.attrs.shared !== true ? quotaMb(storage) : null;
}

/** Storage in MB that all mailboxes of the domain share; null if each has its own. The free plan shares 2 GB. Spec 2 §9. */
export function sharedQuotaMb(plan: WithFeatures): number | null {
  const storage = featureOf(plan, 'storage');
  return storage && storage.attrs.shared === true ? quotaMb(storage) : null;
}

/** Storage in MB that one piece of an add-on gives a mailbox on top of its plan; 0 for an add-on without storage. */
export function addedStorageMb(addOn: WithFeatures): number {
  const storage = featureOf(addOn, 'storage');
  return (storage && quotaMb(storage)) ?? 0;
}

/** Whether a mailbox may have several pieces of an add-on: only if the add-on gives nothing but storage, which adds up. B-10. */
export const doesStack = ({ features }: WithFeatures): boolean =>
  features.length > 0 && features.every(({ type }) => type === 'storage');

/** How many mailboxes the plan allows; 100000 without a limit. Spec 1 §9. */
export function accountLimitOf(plan: WithFeatures): number {
  return countOf(featureOf(plan, 'email_accounts')?.attrs.limit) ?? DEFAULT_ACCOUNT_LIMIT;
}

/** How many aliases a mailbox may have: the plan's limit, or 10 if it has none. Spec 2 §9. */
export function aliasLimitOf(plan: WithFeatures): number {
  return countOf(featureOf(plan, 'aliases')?.attrs.limit) ?? DEFAULT_ALIAS_LIMIT;
}

/** Recipients that may be written to in each span of time; null for no limit. */
export type SendingLimits = { hour: number | null; day: number | null; month: number | null };

/** Of a plan without the feature `mail_send`: enough for a person, and too little for a list. */
const DEFAULT_SENDING_LIMITS: SendingLimits = { hour: 300, day: 1_000, month: 20_000 };
/** How many mailboxes at their limit a domain may have, where the plan doesn't name the domain's limits. */
const MAILBOXES_A_DOMAIN = 10;

/**
 * How many recipients a mailbox, and all mailboxes of its domain together, may write to: `mail_send` of the plan, with the larger limits of
 * the mailbox's add-ons. The domain's own are `domainHourlyLimit`, `domainDailyLimit`, `domainMonthlyLimit`, else ten times the plan's for
 * a mailbox, and never less than this mailbox's. Spec 1 §3, Plan.
 */
export function sendingLimitsOf(
  plan: WithFeatures,
  addOns: readonly WithFeatures[],
): { mailbox: SendingLimits; domain: SendingLimits } {
  const attrs = featureOf(plan, 'mail_send')?.attrs;
  const raises = addOns.map((addOn) => featureOf(addOn, 'mail_send')?.attrs ?? {});
  const limits = (span: keyof SendingLimits, name: string) => {
    const own = attrs ? countOf(attrs[`${name.toLowerCase()}Limit`]) : DEFAULT_SENDING_LIMITS[span];
    const raised = raises.map((raise) => countOf(raise[`${name.toLowerCase()}Limit`]) ?? 0);
    const mailbox = own && Math.max(own, ...raised);
    const domain = countOf(attrs?.[`domain${name}Limit`]) ?? (own && own * MAILBOXES_A_DOMAIN);
    return { mailbox, domain: domain && Math.max(domain, mailbox ?? 0) };
  };
  const [hour, day, month] = [limits('hour', 'Hourly'), limits('day', 'Daily'), limits('month', 'Monthly')];
  return {
    mailbox: { hour: hour.mailbox, day: day.mailbox, month: month.mailbox },
    domain: { hour: hour.domain, day: day.domain, month: month.domain },
  };
}

/** Who sees a feature of the panel: the kinds of plan and the products it is for; absent means all. */
export type FeatureRule = {
  kinds?: readonly PlanKind[];
  products?: readonly ProductType[];
  /** A feature that the plan itself must list. */
  planFeature?: string;
};

/** Whether a feature shows on a plan. Spec 1 §4, Spec 2 §6: visibility depends on the plan (free, trial, paid) and the product. */
export function isFeatureVisible(
  rule: FeatureRule,
  state: { kind: PlanKind; products: readonly ProductType[] } & WithFeatures,
): boolean {
  if (rule.kinds && !rule.kinds.includes(state.kind)) return false;
  if (rule.products && !rule.products.some((product) => state.products.includes(product))) return false;
  return rule.planFeature === undefined || hasFeature(state, rule.planFeature);
}

function quotaMb({ attrs }: PlanFeature): number | null {
  const inMb = countOf(attrs.quota_in_mb);
  if (inMb !== null) return inMb;
  const inGb = attrs.quota_in_gb;
  return typeof inGb === 'number' && Number.isFinite(inGb) && inGb >= 0 ? Math.round(inGb * MB_A_GB) : null;
}

function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
