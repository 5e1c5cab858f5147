import { createMailbox, type MailAccount } from '@postern/contract/mailboxes';
import type { OutputOf } from '@postern/contract/operation';
import { confirmSandboxPayment } from '@postern/contract/payment';
import { fetchPlans, type Plan } from '@postern/contract/plans';
import {
  authenticatePurchase,
  completePurchase,
  initiatePurchase,
  type PurchasedPlan,
  upsertCustomer,
} from '@postern/contract/purchase';
import type { Login } from '@postern/contract/session';
import { toAmountNumber, toMinor } from '@postern/domain/money';
import { importPKCS8, SignJWT } from 'jose';
import type { TestApp, TestPartner } from './start-test-app.ts';

/** A running panel, in this process or in its own. */
export type Panel = Pick<TestApp, 'must' | 'call' | 'partner'> & { clock: Pick<TestApp['clock'], 'now'> };

export const PASSWORD = 'Quiet-harbour-7!';
const GOOD_CARD = '4242424242424242';
export const DECLINED_CARD = '4000000000000002';
export const CHALLENGED_CARD = '4000002500003155';

let count = 0;
/** A domain that nobody has yet. */
export const aDomain = (word = 'shop'): string => `${word}-${++count}.test`;

export const aCard = (number = GOOD_CARD) => ({ number, expMonth: 12, expYear: 2040, cvc: '123' });

export const anAddress = (email: string) => ({
  email,
  name: 'Rosa Lind',
  companyAddress: 'Quay 1',
  city: 'Hamburg',
  country: 'DE',
});

export type LinkOptions = {
  partner?: TestPartner;
  domain?: string;
  email?: string;
  planType?: string;
  country?: string;
  linkId?: string;
  /** Added to the claims, or replacing them. */
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  expiresInSeconds?: number;
};

export type TestLink = { jwt: string; partnerId: number; domain: string; email: string };

/** A purchase link as the partner's shop signs it with its shared key. */
export async function aPurchaseLink(app: Pick<Panel, 'clock' | 'partner'>, wish: LinkOptions = {}): Promise<TestLink> {
  const { partner = app.partner, domain = aDomain(), planType = 'pro', country = 'DE' } = wish;
  const email = wish.email ?? `owner@${domain}`;
  const now = Math.floor(app.clock.now().getTime() / 1000);
  const claims = {
    iss: String(partner.partnerId),
    jti: wish.linkId ?? `link-${++count}`,
    exp: now + (wish.expiresInSeconds ?? 3600),
    domainName: domain,
    customerEmailAddress: email,
    customerCountry: country,
    planType,
    ...wish.claims,
  };
  const jwt = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', kid: partner.keyId, ...wish.header })
    .sign(Buffer.from(partner.secret));
  return { jwt, partnerId: partner.partnerId, domain, email };
}

/** A token that signs in a person of the domain, as the partner's server makes it. */
export async function aLoginJwt(
  app: Pick<Panel, 'clock' | 'partner'>,
  { domain }: { domain: string },
  wish: Record<string, unknown>,
  partner = app.partner,
): Promise<Pick<TestLink, 'jwt' | 'partnerId'>> {
  const exp = Math.floor(app.clock.now().getTime() / 1000) + 300;
  const claims = { iss: String(partner.partnerId), jti: `login-${++count}`, exp, domainName: domain, ...wish };
  const jwt = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', kid: partner.keyId })
    .sign(Buffer.from(partner.secret));
  return { jwt, partnerId: partner.partnerId };
}

/** Any claims signed with a private key in PEM. */
export async function signedWith(privateKeyPem: string, alg: string, kid: string, claims: Record<string, unknown>) {
  return new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(await importPKCS8(privateKeyPem, alg));
}

/** Opens a link that must lead to a purchase, and returns its token. */
export async function openLink(app: Panel, link: TestLink): Promise<string> {
  const { flow, params } = await app.must(authenticatePurchase, { jwt: link.jwt, partnerId: link.partnerId });
  if (flow !== 'purchase' || params.token === undefined) throw new Error(`The link led to ${flow}.`);
  return params.token;
}

export type WishOptions = {
  /** The billing email that the buyer types; by default the link's email. */
  billingEmail?: string;
  planType?: string;
  cycle?: PurchasedPlan['billingCycle'];
  accounts?: number;
  /** The number of the card to pay with; by default one that always works. */
  card?: string;
};

/** What the order step would send for a plan, at the price from fetch-plans. */
export async function aWish(app: Panel, token: string, options: WishOptions = {}): Promise<PurchasedPlan> {
  const { planType = 'pro', cycle = 'yearly', accounts = 3 } = options;
  const { plans } = await app.must(fetchPlans, { includeTrialPlans: 'true' }, { token });
  const plan = plans.find((one) => one.type === planType) as Plan;
  const each = toMinor(plan.pricing[cycle]?.price ?? 0);
  return {
    planId: plan.id,
    planType,
    billingCycle: cycle,
    noOfAccounts: accounts,
    currency: plan.currency,
    chargeableAmount: plan.isTrial ? 0 : toAmountNumber(each * accounts),
    isTrailPlan: plan.isTrial,
    autoRenew: true,
  };
}

export type ReadyPurchase = {
  token: string;
  wish: PurchasedPlan;
  trackingId: string;
  clientSecret: string | null;
  gateway: string;
};

/** A purchase with address and intent, waiting for a card. */
export async function aReadyPurchase(app: Panel, link: TestLink, options: WishOptions = {}): Promise<ReadyPurchase> {
  const token = await openLink(app, link);
  await app.must(upsertCustomer, { billingAddress: anAddress(options.billingEmail ?? link.email) }, { token });
  const wish = await aWish(app, token, options);
  const { trackingId, stripeSecret, gateway } = await app.must(initiatePurchase, wish, { token });
  return { token, wish, trackingId, clientSecret: stripeSecret, gateway };
}

/** Sends a card to the gateway as the card form does. */
export const payByCard = (app: Panel, clientSecret: string | null, number = GOOD_CARD) =>
  app.must(confirmSandboxPayment, { clientSecret: clientSecret ?? '', card: aCard(number) });

export const complete = (app: Panel, { token, wish, trackingId }: ReadyPurchase) =>
  app.must(completePurchase, { ...wish, trackingId }, { token });

export type TestCustomer = {
  domain: string;
  email: string;
  /** The token of the session that the purchase started. */
  token: string;
  login: Login;
  customerId: string;
  bundleId: string;
  purchase: ReadyPurchase;
  link: TestLink;
  order: OutputOf<typeof completePurchase>['order'];
};

/** A customer who bought email for a domain, by the calls that the panel makes. */
export async function aCustomerWithDomain(app: Panel, options: LinkOptions & WishOptions = {}): Promise<TestCustomer> {
  const link = await aPurchaseLink(app, options);
  const purchase = await aReadyPurchase(app, link, options);
  if (purchase.clientSecret !== null) await payByCard(app, purchase.clientSecret, options.card);
  const { session, order } = await complete(app, purchase);
  const bundleId = session.bundles.find((bundle) => bundle.domainName === link.domain)?.bundleId ?? '';
  const { domain, email } = link;
  return {
    domain,
    email,
    token: session.token,
    login: session,
    customerId: session.bllUserId,
    bundleId,
    purchase,
    link,
    order,
  };
}

/** A trial whose card is kept for the charge at its end. `pay` confirms the card, with whatever its bank asks. */
export async function aTrialWith(
  app: Panel,
  card: string,
  { accounts = 1, pay = payByCard as (app: Panel, clientSecret: string | null, card: string) => Promise<unknown> } = {},
): Promise<TestCustomer> {
  const link = await aPurchaseLink(app, { planType: 'trial' });
  const purchase = await aReadyPurchase(app, link, { planType: 'trial', accounts });
  await pay(app, purchase.clientSecret, card);
  const { session, order } = await complete(app, purchase);
  const { domain, email } = link;
  const ids = { customerId: session.bllUserId, bundleId: session.bundles[0]?.bundleId ?? '' };
  return { ...ids, domain, email, token: session.token, login: session, purchase, link, order };
}

/** A mailbox of the customer's domain, with PASSWORD. */
export async function aMailbox(
  app: Panel,
  customer: Pick<TestCustomer, 'domain' | 'token'>,
  name: string,
  more: { displayName?: string; alternateEmail?: string; isAdmin?: boolean } = {},
): Promise<MailAccount> {
  const input = { email: `${name}@${customer.domain}`, password: PASSWORD, ...more };
  return (await app.must(createMailbox, input, { token: customer.token })).account;
}
