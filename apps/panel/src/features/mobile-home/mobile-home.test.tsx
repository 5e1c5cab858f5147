import type { Plan } from '@postern/contract/plans';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { refusal } from '../../testing/fake-api.ts';
import type { Handlers } from '../../testing/operations.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { aCurrentPlan, anOrder } from '../../testing/samples.ts';

const PHONE = [390, 844] as const;
const price = (amount: number) => ({ price: amount, firstBillingCyclePrice: amount });
const pro: Plan = {
  id: 12,
  type: 'business_pro',
  displayName: 'Business Pro',
  zIndex: 3,
  currency: 'USD',
  features: [],
  pricing: { monthly: price(2.5), quarterly: price(7), yearly: price(23.99) },
  isTrial: false,
  paidPlanId: null,
  defaultTrialDays: null,
  needsCard: true,
};
const plans: Handlers = {
  listAllPlans: () => ({ plans: { mailSuite: [pro], site: [], domain: [] } }),
};
const open = (handlers: Handlers = {}, path = '/mobile-home?change-billing-cycle=true') =>
  renderPanel(path, { signedIn: true, viewport: PHONE, handlers: { ...plans, ...handlers } });
const save = page.getByRole('button', { name: 'Save' });
const picker = page.getByRole('combobox', { name: 'From the next renewal on' });

async function choose(name: string) {
  await picker.click();
  await page.getByRole('option', { name }).click();
}

test('a phone’s home shows the plan, its mailboxes, its cycle and its end [MOB-01]', async () => {
  await open({}, '/mobile-home');
  await expect.element(page.getByText('Business Pro').first()).toBeVisible();
  await expect.element(page.getByText('10, 7 in use')).toBeVisible();
  await expect.element(page.getByText('May 4, 2027')).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expectAccessible();
});

test('a phone’s home leads to what can be bought, paid and changed, and nowhere that isn’t there [MOB-01] [BIL-02]', async () => {
  await open(
    { readCurrentPlan: () => ({ currentPlan: aCurrentPlan({ canChangeRenewalDate: true }) }) },
    '/mobile-home',
  );
  const links = page.getByRole('main').getByRole('link');
  await expect.element(links.filter({ hasText: 'Change billing cycle' })).toBeVisible();
  expect(links.elements().map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Manage mailboxes', '/email-accounts'],
    ['Change renewal date', '/mobile-home?changeRenewalDate=true'],
    ['Buy mailboxes', '/buy-email-account'],
    ['Upgrade mail plan', '/billing-and-upgrade'],
    ['My subscriptions', '/billing-and-subscription'],
    ['Change billing cycle', '/mobile-home?change-billing-cycle=true'],
    ['Email for a new domain', '/partner/provision'],
  ]);
  await expect.element(page.getByText('are easier on a computer', { exact: false })).toBeVisible();
  await expectAccessible();
});

test('the flag in the address opens the cycle dialog, which shows each cycle’s price and start [SHL-10] [BIL-04]', async () => {
  await open();
  await expect.element(page.getByRole('dialog', { name: 'Change billing cycle' })).toBeVisible();
  await expect.element(page.getByText('You currently pay every year.')).toBeVisible();
  await expect.element(save).toBeDisabled();
  await choose('Paid every three months');
  await expect.element(page.getByText('$70.00')).toBeVisible();
  await expect
    .element(
      page.getByText('Nothing changes until May 4, 2027. From then on you pay every three months.', { exact: false }),
    )
    .toBeVisible();
  await expectAccessible();
});

test('saving sends one call, shows the new cycle, and removes the flag from the address [SHL-10] [BIL-04] [EVT-01]', async () => {
  const { api, location } = await open({
    updateBillingConfig: ({ renewalBillingCycle }) => ({
      currentPlan: aCurrentPlan(renewalBillingCycle === undefined ? {} : { renewalBillingCycle }),
    }),
  });
  await choose('Paid every month');
  await save.dblClick();
  await expect.element(page.getByText('From the next renewal on, you pay every month.')).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.poll(() => location().href).toBe('/mobile-home');
  expect(api.callsOf('updateBillingConfig').map((call) => call.input)).toEqual([{ renewalBillingCycle: 'monthly' }]);
  const names = api.callsOf('reportEntityChange').map((call) => call.input['name']);
  expect(names.filter((name) => name === 'billing_cycle_updated')).toHaveLength(1);
});

test('a refusal is shown, and the choice stays [BIL-04]', async () => {
  await open({
    updateBillingConfig: () => {
      throw refusal('SERVICE_UNAVAILABLE');
    },
  });
  await choose('Paid every month');
  await save.click();
  await expect.element(page.getByText("We'll be back in a moment. Try again shortly.")).toBeVisible();
  await expect.element(page.getByRole('dialog', { name: 'Change billing cycle' })).toBeVisible();
  await expect.element(picker).toHaveTextContent('Paid every month');
  await expect.element(save).toBeEnabled();
});

test('a plan that is no longer sold has no other cycle, and says whom to ask [BIL-04]', async () => {
  await open({ listAllPlans: () => ({ plans: { mailSuite: [], site: [], domain: [] } }) });
  await expect.element(page.getByText('Write to help@harbour.test', { exact: false })).toBeVisible();
  await expect.element(save).not.toBeInTheDocument();
});

test('a free plan has no cycle, so the flag opens nothing [SHL-12]', async () => {
  const free = anOrder();
  free.planDetails.isPaid = false;
  await open({
    readCurrentPlan: () => ({ currentPlan: aCurrentPlan({ showBillingCycleSwitcher: false, mailSuiteDetails: free }) }),
  });
  await expect.element(page.getByRole('link', { name: 'Manage mailboxes' })).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});
