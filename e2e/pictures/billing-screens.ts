import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { type Bought, buyPro, callPanel, confirmCard, createMailboxes, GOOD_CARD } from '../server/panel-api.ts';
import { sandboxGateway } from '../server/sandbox-gateway.ts';
import { PHONE, WIDE } from './camera.ts';
import { closeWelcome } from './mailbox-screens.ts';
import { openDialog, openLink, type Tour } from './tour.ts';

/** Its bank takes its time. */
const SLOW_CARD = '4000000000005001';
/** Declined from its second charge on. */
const DYING_CARD = '4000000000000341';
const START = '2027-03-14T09:00:00.000Z';
const MAILBOXES = 10;

type Shop = { tour: Tour; gateway: ReturnType<typeof sandboxGateway> };
type Wish = NonNullable<Parameters<typeof buyPro>[3]>;

/** What is paid, with what, and each state of it, on a server whose clock this moves. */
export async function photographBilling(tour: Tour, dataDir: string): Promise<void> {
  const shop = { tour, gateway: sandboxGateway(dataDir) };
  await tour.postern.command('freeze-clock', '--at', START);
  await photographPaidPlan(shop);
  await photographTrial(shop);
  await photographSlowBank(shop);
  await photographFailedRefund(shop);
  await photographEnd(shop);
}

function buy({ tour }: Shop, word: string, accounts: number, wish: Wish = {}): Promise<Bought> {
  const domain = `${word}-${randomBytes(2).toString('hex')}.example`;
  return buyPro(tour.postern, { partner: tour.partner, domain, email: `ada.fields@${domain}` }, accounts, wish);
}

/** A new session of a buyer whose first one has ended, by the same link. */
async function sessionOf({ postern }: Tour, bought: Bought): Promise<Bought> {
  const link = new URL(await postern.purchaseLink(bought.wish));
  const opened = await callPanel<{ params: { token: string } }>(postern.url, '/panel/purchase/purchase-auth', {
    jwt: link.searchParams.get('jwt'),
    partnerId: bought.wish.partner,
  });
  return { ...bought, token: opened.params.token };
}

/** Signs in as the buyer, who is welcomed the first time. */
async function enter(tour: Tour, { wish }: Bought, isNew = true): Promise<void> {
  await openLink(tour, wish);
  await tour.page.waitForURL(/email-accounts/);
  await tour.page.getByRole('main').waitFor();
  if (isNew) await closeWelcome(tour);
}

async function go(tour: Tour, path: string, heading: string): Promise<void> {
  await tour.page.goto(`${tour.postern.url}${path}`);
  await headed(tour.page, tour.words(heading)).waitFor();
}

const headed = (page: Page, name: RegExp) => page.getByRole('heading', { name }).first();
async function openBilling(tour: Tour): Promise<void> {
  await go(tour, '/billing-and-subscription', 'billing.pay.title');
  // What is last on the page.
  const invoices = tour.page.getByRole('region', { name: tour.words('billing.invoices.title') });
  await invoices
    .getByText(/HM-|\.$/)
    .first()
    .waitFor();
}

type Item = { orderType: 'MailSuite'; action: string; noOfAccounts?: number };

/** Changes an order, and pays with the saved card, or starts to with another one. */
async function change({ tour }: Shop, { token, bundleId }: Bought, item: Item, card?: string): Promise<string> {
  const call = <T>(path: string, body: Record<string, unknown>) =>
    callPanel<T>(tour.postern.url, `${path}?bundleId=${bundleId}`, body, token);
  const { quoteId, payment } = await call<{ quoteId: string; payment: { card: { paymentMethodId: string } } }>(
    '/panel/billing/calculate-charge',
    { orderItems: [item] },
  );
  const by = card === undefined ? { paymentMethodId: payment.card.paymentMethodId } : {};
  const begun = await call<{ trackingId: string; stripeSecret: string | null }>('/panel/payment/initPayment', {
    quoteId,
    ...by,
  });
  if (begun.stripeSecret !== null) await confirmCard(tour.postern, begun.stripeSecret, card ?? GOOD_CARD, token);
  // A bank that takes its time is no answer yet.
  await call('/panel/payment/processPayment', { trackingId: begun.trackingId }).catch(() => null);
  return begun.stripeSecret ?? '';
}

const more = (noOfAccounts: number): Item => ({ orderType: 'MailSuite', action: 'buyMoreAccounts', noOfAccounts });

async function photographPaidPlan(shop: Shop): Promise<void> {
  const { tour } = shop;
  const { page, camera } = tour;
  const bought = await buy(shop, 'bluebottle', MAILBOXES + 2, { kind: 'yearly' });
  const people = Array.from({ length: MAILBOXES }, (_, at) => ({ userName: `desk-${at}`, displayName: `Desk ${at}` }));
  await createMailboxes(tour.postern, bought, people);
  await tour.postern.command('advance-clock', '--by', '171d');
  await change(shop, await sessionOf(tour, bought), more(3));
  await tour.postern.command('advance-clock', '--by', '82d');
  await enter(tour, bought);
  await openBilling(tour);
  await camera.take(page, 'billing', '1-paid');
  await go(tour, '/billing-and-subscription?changeRenewalDate=true', 'billing.date.title');
  await camera.take(page, 'billing', '2-date');
  await openDialog(page).getByRole('radio').first().check({ force: true });
  await openDialog(page)
    .getByRole('button', { name: tour.words('billing.date.next') })
    .click();
  await camera.take(page, 'billing', '2-date-check');
  await openDialog(page)
    .getByRole('button', { name: tour.words('billing.date.submit') })
    .click();
  await openDialog(page)
    .getByRole('button', { name: tour.words('billing.date.done') })
    .waitFor();
  await camera.take(page, 'billing', '2-date-done');
  await go(tour, '/billing-and-subscription?change-billing-cycle=true', 'billing.cycle.title');
  await camera.take(page, 'billing', '2-cycle');
  await go(tour, '/billing-and-upgrade', 'upgrade.plans.title');
  await page.getByText(tour.words('upgrade.why.title')).first().click();
  await camera.take(page, 'billing', '3-plans');
  await go(tour, '/buy-email-account', 'upgrade.seats.title');
  await page.getByText(tour.words('upgrade.why.title')).first().waitFor();
  await camera.take(page, 'billing', '4-seats');
  await page.setViewportSize(PHONE);
  await go(tour, '/mobile-home', 'mobileHome.billing');
  await camera.take(page, 'billing', '5-mobile-home', PHONE);
  await page.setViewportSize(WIDE);
}

async function photographTrial(shop: Shop): Promise<void> {
  const trial = await buy(shop, 'trial', 1, { kind: 'trial' });
  await createMailboxes(shop.tour.postern, trial, [{ userName: 'ada', displayName: 'Ada Fields' }]);
  await enter(shop.tour, trial);
  await openBilling(shop.tour);
  await shop.tour.camera.take(shop.tour.page, 'billing', '6-trial');
  await go(shop.tour, '/billing-and-upgrade', 'upgrade.plans.title');
  await shop.tour.page.getByText(shop.tour.words('upgrade.quote.title')).first().waitFor();
  await shop.tour.camera.take(shop.tour.page, 'billing', '6-trial-plans');
}

/** A bank works on a payment: with the card that is saved, and with another one whose buyer has left the page. */
async function photographSlowBank(shop: Shop): Promise<void> {
  const { tour } = shop;
  // The newest card is the saved one, so time has to pass.
  await tour.postern.command('freeze-clock', '--run');
  const typed = await buy(shop, 'typed', 2);
  const secret = await change(shop, typed, more(1), SLOW_CARD);
  await enter(tour, typed);
  await openBilling(tour);
  await tour.camera.take(tour.page, 'billing', '7-bank-works-typed');
  await shop.gateway.settle(secret, 'succeeded');
  await openBilling(tour);
  // It has paid, and is the saved card now, with which the next payment takes as long.
  await tour.page.getByText(/5001/).first().waitFor();
  await change(shop, typed, more(1));
  await openBilling(tour);
  await tour.camera.take(tour.page, 'billing', '7-bank-works-saved');
}

async function photographFailedRefund(shop: Shop): Promise<void> {
  const { tour } = shop;
  const bought = await buy(shop, 'refund', 2);
  await enter(tour, bought);
  await openBilling(tour);
  const number = await tour.page
    .getByText(/^HM-\d{4}-\d{5}$/)
    .first()
    .textContent();
  await tour.postern.command('refund', '--invoice', number ?? '', '--reason', 'The outage of 3 March');
  await shop.gateway.failRefunds();
  await openBilling(tour);
  await tour.page.getByText(tour.words('billing.invoices.refundFailed')).waitFor();
  await tour.camera.take(tour.page, 'billing', '8-refund-failed');
}

/** A renewal that fails, until everything has ended. */
async function photographEnd(shop: Shop): Promise<void> {
  const { tour } = shop;
  const bought = await buy(shop, 'retrying', 3, { card: DYING_CARD });
  const states: [string, string][] = [
    ['25d', '9-renewing'],
    ['9d', '9-retrying'],
    ['12d', '9-suspended'],
    ['20d', '9-ended'],
  ];
  for (const [by, state] of states) {
    await tour.postern.command('advance-clock', '--by', by);
    await enter(tour, bought, state === '9-renewing');
    await openBilling(tour);
    await tour.camera.take(tour.page, 'billing', state);
  }
}
