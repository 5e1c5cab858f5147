import type { Plan } from '@postern/contract/plans';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import type { Handlers } from '../../testing/operations.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { aDomainElsewhere } from '../../testing/sample-domain.ts';
import { aCurrentPlan, anOrder, aPartner } from '../../testing/samples.ts';

beforeEach(() => sessionStorage.setItem('view', 'widget'));
afterEach(() => sessionStorage.clear());

const price = (amount: number) => ({ price: amount, firstBillingCyclePrice: amount });
const plan = (id: number, zIndex: number): Plan => ({
  ...{ id, zIndex, type: `plan_${id}`, displayName: `Plan ${id}`, currency: 'USD', features: [] },
  ...{ pricing: { yearly: price(29) }, isTrial: false, paidPlanId: null, defaultTrialDays: null, needsCard: true },
});
const sold =
  (...mailSuite: Plan[]): NonNullable<Handlers['listAllPlans']> =>
  () => ({ plans: { mailSuite, site: [], domain: [] } });

const HANDLERS: Handlers = {
  listForwarders: () => ({ forwarders: [] }),
  readCatchAll: () => ({ email: 'orders@bluebottle.coffee' }),
  readSpamFilter: () => ({ level: 'strict' }),
  listDkimKeys: () => ({ keys: [] }),
  listAllPlans: sold(plan(12, 3), plan(13, 4)),
  listAddOns: () => ({ addons: [] }),
};
const open = (handlers: Handlers = {}, viewport: readonly [number, number] = [1040, 900]) =>
  renderPanel('/home', {
    ...{ signedIn: true, isFramed: true, keepStorage: true, viewport },
    handlers: { ...HANDLERS, ...handlers },
  });
const tile = (name: string | RegExp) => page.getByRole('main').getByRole('link', { name });

test('home inside a partner’s page leads everywhere, with a fact about each place [WID-02]', async () => {
  await open();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Email for bluebottle.coffee' })).toBeVisible();
  const { active, limit } = anOrder().noOfAccounts;
  await expect.element(tile(`Mailboxes ${active} of ${limit} in use`)).toHaveAttribute('href', '/email-accounts');
  await expect.element(tile('Catch-all orders@bluebottle.coffee')).toBeVisible();
  await expect.element(tile('Forwarders None yet')).toBeVisible();
  await expect.element(tile('Spam filter Strict')).toBeVisible();
  await expect.element(tile('Domain set-up Connected')).toBeVisible();
  await expect.element(tile('Buy mailboxes $29 a year each')).toBeVisible();
  await expect.element(tile(/^Upgrade plan/)).toBeVisible();
  await expect.element(page.getByRole('main').getByText('Powered by Postern')).toBeVisible();
  expect(page.getByRole('navigation').elements()).toEqual([]);
  await expectAccessible();
});

const FLAGGED = {
  upgrade: /^Upgrade plan/,
  buy: /^Buy mailboxes \$29/,
  subscription: /^Subscription/,
  spam: /^Spam filter/,
};

test.for<[string, (keyof typeof FLAGGED)[]]>([
  ['hideUpgradeSection', ['upgrade']],
  ['hideBuyMoreAccounts', ['buy']],
  ['hideBillingSection', ['upgrade', 'buy', 'subscription']],
  ['hideSpamFilterControl', ['spam']],
])('%s of the partner leaves out its tiles, and no others [WID-01] [BRD-02]', async ([flag, hidden]) => {
  await open({ readPartnerInfo: () => aPartner({ flags: { ...aPartner().flags, [flag]: true } }) });
  const shown = Object.entries(FLAGGED).filter(([place]) => hidden.every((one) => one !== place));
  for (const [, name] of shown) await expect.element(tile(name)).toBeVisible();
  await expect.element(tile('Catch-all orders@bluebottle.coffee')).toBeVisible();
  for (const place of hidden) await expect.element(tile(FLAGGED[place])).not.toBeInTheDocument();
});

test('a narrow frame has one column, and one banner says why mail does not arrive [WID-02]', async () => {
  await open({ readDomainConnection: () => aDomainElsewhere({ mailState: 'waiting' }) }, [390, 900]);
  await expect.element(page.getByRole('link', { name: 'Set it up' })).toHaveAttribute('href', '/domain-verification');
  await expect.element(tile('Domain set-up Not connected yet')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await expectAccessible();
});

test('what cannot be bought has no tile: nothing above the highest plan, no mailboxes without a paid one, no billing where the partner bills [WID-02] [PLN-01]', async () => {
  await open({ listAllPlans: sold(plan(12, 3)) });
  await expect.element(tile('Buy mailboxes $29 a year each')).toBeVisible();
  await expect.element(tile(/^Upgrade plan/)).not.toBeInTheDocument();
  const free = anOrder();
  free.planDetails.isPaid = false;
  await open({ readCurrentPlan: () => ({ currentPlan: aCurrentPlan({ mailSuiteDetails: free }) }) });
  await expect.element(tile(/^Choose a plan/)).toBeVisible();
  await expect.element(tile(/^Buy mailboxes/)).not.toBeInTheDocument();
  const flags = { ...aPartner().flags, forgoPayments: true };
  await open({ readPartnerInfo: () => aPartner({ flags }) });
  await expect.element(tile('Spam filter Strict')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Billing' })).not.toBeInTheDocument();
});

test('every other page leads back by name, and help is there unless the partner hides it [WID-01] [WID-02]', async () => {
  const urls = { ...aPartner().urls, adminGuide: 'https://harbour.test/guide' };
  const { location } = await open({ readPartnerInfo: () => aPartner({ urls }) });
  await expect.element(page.getByRole('link', { name: 'Help' })).toHaveAttribute('href', 'https://harbour.test/guide');
  await tile('Spam filter Strict').click();
  await expect.poll(() => location().pathname).toBe('/spam-filter-control');
  await page.getByRole('link', { name: 'Home' }).click();
  await expect.poll(() => location().pathname).toBe('/home');
  const flags = { ...aPartner().flags, hideIFrameHelpButton: true };
  await open({ readPartnerInfo: () => aPartner({ urls, flags }) });
  await expect.element(tile('Spam filter Strict')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Help' })).not.toBeInTheDocument();
});

test('what was done is said at the head, until OK, or leads back [WID-01]', async () => {
  const { location } = await renderPanel('/spam-filter-control', {
    ...{ signedIn: true, isFramed: true, keepStorage: true },
    handlers: { ...HANDLERS, setSpamFilter: ({ level }) => ({ level }) },
  });
  await page.getByRole('radio', { name: /^Basic/ }).click();
  await page.getByRole('button', { name: 'Switch to basic' }).click();
  await expect.element(page.getByRole('button', { name: 'OK' })).toBeVisible();
  await page.getByRole('button', { name: 'Go back' }).click();
  await expect.poll(() => location().pathname).toBe('/home');
});
