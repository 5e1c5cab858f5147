import { type AddOnTerms, addOnPrice } from '@postern/domain/billing';
import { addMonthsClamped, plainDateOf, startOfDayMillis } from '@postern/domain/dates';
import { addedStorageMb, mailboxQuotaMb, priceOf } from '@postern/domain/plans';
import { inArray } from 'drizzle-orm';
import { type BundleKey, ofBundle } from '../db/bundle-key.ts';
import type { Queryable } from '../db/client.ts';
import { mailAlias } from '../features/aliases/tables.ts';
import { bundle, customer, nameRegistry } from '../features/bundles/tables.ts';
import { forwarder, forwarderRecipient } from '../features/forwarders/tables.ts';
import { mailbox, mailboxSuspension } from '../features/mailboxes/tables.ts';
import { findAddOns, listPlansOf, listSoldAddOns, type PricedPlan } from '../features/plans/public.ts';
import { firstBillingOf, insertBilling } from '../features/subscriptions/public.ts';
import { orderAddOn, planOrder } from '../features/subscriptions/tables.ts';
import { newId } from '../runtime/ids.ts';
import type { EvaluationDeps } from './evaluation-deps.ts';
import { SAMPLE } from './sample.ts';
import { writeSampleMessages } from './write-sample-messages.ts';

/** A customer with a domain full of mailboxes that hold real messages, and a second domain with a site. */
export async function writeSampleCustomer(deps: EvaluationDeps): Promise<void> {
  const passwordHash = await deps.hashing.hash(SAMPLE.password);
  const now = deps.clock.now();
  const customerId = newId(now);
  const key = { customerId, bundleId: newId(now) };
  const mailboxes = SAMPLE.mailboxes.map((one) => ({
    ...one,
    mailboxId: newId(now),
    address: `${one.user}@${SAMPLE.domainName}`,
  }));
  const isNew = await deps.db.asSystem(async (tx) => {
    // Two processes may start on an empty database at once, and one may have died on the way: the one that gets the name writes the data.
    if (!(await writeBundle(tx, key, SAMPLE.domainName, now, mailboxes.length))) return false;
    const [mailPlans, sitePlans] = [await listPlansOf(tx, 'MailSuite', 54), await listPlansOf(tx, 'Site', 54)];
    const pro = mailPlans.find((plan) => plan.type === SAMPLE.plan);
    const site = sitePlans.find((plan) => !plan.isFree && !plan.isTrial);
    if (pro === undefined || site === undefined) throw new Error('The plan catalogue has no pro or no site plan.');
    const { email, name, companyName } = SAMPLE.owner;
    await tx.insert(customer).values({
      customerId,
      partnerId: 54,
      email,
      name,
      companyName,
      passwordHash,
      billingAddress: { email, name, companyName, companyAddress: 'Hafenstraße 12', city: 'Hamburg', country: 'DE' },
      taxDetails: null,
      locale: 'en',
      createdAt: now,
    });
    await writeOrder(tx, key, pro, SAMPLE.placesOfPlan, now, await sampleAddOns(tx));
    for (const one of mailboxes) await writeMailbox(tx, key, one, pro, passwordHash, now);
    await writeAround(tx, key, mailboxes, now);
    const second = { customerId, bundleId: newId(now) };
    const later = new Date(now.getTime() + 1_000);
    await writeBundle(tx, second, SAMPLE.secondDomainName, later, 0);
    await writeOrder(tx, second, site, 1, later);
    return true;
  });
  for (const ref of await listSampleMailboxes(deps)) await deps.mail.createMailbox(ref);
  if (isNew && deps.stranger !== null) await writeSampleMessages(deps.stranger);
}

/** Read from the database, as an earlier process may have written them. */
function listSampleMailboxes(deps: EvaluationDeps): Promise<{ mailboxId: string; address: string }[]> {
  return deps.db.asSystem((tx) =>
    tx
      .select({ mailboxId: mailbox.mailboxId, address: mailbox.address })
      .from(mailbox)
      .where(
        inArray(
          mailbox.address,
          SAMPLE.mailboxes.map((one) => `${one.user}@${SAMPLE.domainName}`),
        ),
      ),
  );
}

/** False when the domain is taken. */
async function writeBundle(
  tx: Queryable,
  key: BundleKey,
  domainName: string,
  now: Date,
  mailboxCount: number,
): Promise<boolean> {
  const taken = await tx
    .insert(nameRegistry)
    .values({ ...key, name: domainName, kind: 'domain', targetId: key.bundleId })
    .onConflictDoNothing()
    .returning({ name: nameRegistry.name });
  if (taken.length === 0) return false;
  await tx.insert(bundle).values({
    ...key,
    partnerId: 54,
    domainName,
    locale: 'en',
    flags: [],
    mailboxCount,
    catchAllMailboxId: null,
    createdAt: now,
  });
  return true;
}

/** The add-ons of the sample order, one for each mailbox that has one. */
async function sampleAddOns(tx: Queryable): Promise<AddOnTerms[]> {
  const types = SAMPLE.mailboxes.flatMap((one) => ('addOn' in one ? [one.addOn] : []));
  const sold = await listSoldAddOns(tx, 54);
  return types.map((type) => ({
    ...{ addOnId: `${type}-1`, type, quantity: 1, renews: true, trialUntil: null },
    priceMinor: addOnPrice(sold.find((one) => one.type === type)?.prices ?? [], 'EUR', 'yearly'),
  }));
}

async function writeOrder(
  tx: Queryable,
  key: BundleKey,
  plan: PricedPlan,
  accounts: number,
  now: Date,
  addOns: AddOnTerms[] = [],
): Promise<void> {
  const end = startOfDayMillis(addMonthsClamped(plainDateOf(now.getTime()), 12));
  const priceMinor = priceOf(plan, 'EUR', 'yearly')?.priceMinor ?? 0;
  const order = {
    ...key,
    orderId: newId(now),
    product: plan.product,
    planId: plan.planId,
    billingCycle: 'yearly' as const,
    currency: 'EUR',
    priceMinor,
    accountsPurchased: accounts,
    status: 'active' as const,
    flags: [],
    autoRenew: true,
    createdAt: now,
    expiresAt: new Date(end),
    trialUntil: null,
    purchaseId: null,
    renewalBillingCycle: null,
    renewalPriceMinor: null,
  };
  await tx.insert(planOrder).values(order);
  await insertBilling(tx, { ...firstBillingOf({ ...order, plan }, null), addOns });
}

type Sample = (typeof SAMPLE.mailboxes)[number] & { mailboxId: string; address: string };

async function writeMailbox(
  tx: Queryable,
  key: BundleKey,
  one: Sample,
  plan: PricedPlan,
  passwordHash: string,
  now: Date,
): Promise<void> {
  const isSuspended = 'suspended' in one;
  await tx.insert(nameRegistry).values({ ...key, name: one.address, kind: 'mailbox', targetId: one.mailboxId });
  await tx.insert(mailbox).values({
    ...key,
    mailboxId: one.mailboxId,
    address: one.address,
    displayName: one.name,
    isAdmin: 'isAdmin' in one,
    state: 'ready',
    suspended: isSuspended,
    passwordHash,
    alternateEmail: null,
    quotaMb: (mailboxQuotaMb(plan) ?? 0) + ('addOn' in one ? await storageOf(tx, one.addOn) : 0),
    flags: [],
    createdAt: now,
    searchText: `${one.address}\n${one.name.toLowerCase()}`,
  });
  if (isSuspended) {
    await tx.insert(mailboxSuspension).values({
      ...key,
      mailboxId: one.mailboxId,
      suspensionId: newId(now),
      reason: one.suspended,
      byRole: 'domainAdmin',
      byEmail: SAMPLE.owner.email,
      createdAt: now,
    });
  }
  if ('addOn' in one)
    await tx.insert(orderAddOn).values({
      ...key,
      addOnId: newId(now),
      type: one.addOn,
      mailboxId: one.mailboxId,
      status: 'active',
      createdAt: now,
      termsId: `${one.addOn}-1`,
      storageMb: await storageOf(tx, one.addOn),
    });
}

const storageOf = async (tx: Queryable, type: string): Promise<number> =>
  (await findAddOns(tx, [type])).reduce((sum, addOn) => sum + addedStorageMb(addOn), 0);

/** Alias, forwarder and catch-all. */
async function writeAround(tx: Queryable, key: BundleKey, mailboxes: Sample[], now: Date): Promise<void> {
  const idOf = (user: string) => mailboxes.find((one) => one.user === user)?.mailboxId ?? '';
  const alias = { aliasId: newId(now), address: `${SAMPLE.alias.user}@${SAMPLE.domainName}` };
  await tx.insert(nameRegistry).values({ ...key, name: alias.address, kind: 'alias', targetId: alias.aliasId });
  await tx
    .insert(mailAlias)
    .values({ ...key, ...alias, mailboxId: idOf(SAMPLE.alias.of), displayName: SAMPLE.alias.name, createdAt: now });
  const forward = { forwarderId: newId(now), address: `${SAMPLE.forwarder.user}@${SAMPLE.domainName}` };
  await tx
    .insert(nameRegistry)
    .values({ ...key, name: forward.address, kind: 'forwarder', targetId: forward.forwarderId });
  await tx.insert(forwarder).values({ ...key, ...forward, createdAt: now });
  await tx
    .insert(forwarderRecipient)
    .values(SAMPLE.forwarder.to.map((user) => ({ ...key, forwarderId: forward.forwarderId, mailboxId: idOf(user) })));
  const catchAllMailboxId = mailboxes.find((one) => 'isCatchAll' in one)?.mailboxId ?? null;
  await tx.update(bundle).set({ catchAllMailboxId }).where(ofBundle(bundle, key));
}
