import type { CurrentPlan } from '@postern/contract/subscriptions';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/check-accessibility.ts';
import { refusal } from '../../../testing/fake-api.ts';
import type { Handlers } from '../../../testing/operations.ts';
import { renderPanel } from '../../../testing/render-panel.tsx';
import { aCurrentPlan } from '../../../testing/samples.ts';

const PERIOD = { from: '2026-05-04', to: '2027-05-04' };
const aPlan = (more: Partial<CurrentPlan> = {}) =>
  aCurrentPlan({ currentPeriod: PERIOD, subscriptionStatus: 'paid', canChangeRenewalDate: true, ...more });
const NONE = { plans: { mailSuite: [], site: [], domain: [] } };
const open = (handlers: Handlers = {}, plan = aPlan()) =>
  renderPanel('/mobile-home?changeRenewalDate=true', {
    signedIn: true,
    viewport: [390, 844],
    handlers: { readCurrentPlan: () => ({ currentPlan: plan }), listAllPlans: () => NONE, ...handlers },
  });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const dialog = (name: string) => page.getByRole('dialog', { name });

test('the renewal moves to another day of the month in three steps, with one call and the date said before [BIL-04]', async () => {
  const moved = aPlan({ currentPeriod: { ...PERIOD, to: '2027-05-22' }, canChangeRenewalDate: false });
  const { api, location } = await open({ updateBillingConfig: () => ({ currentPlan: moved }) });
  await expect.element(dialog('Change renewal date')).toBeVisible();
  expect(page.getByRole('radio').elements()).toHaveLength(28);
  await expect.element(page.getByRole('radio', { name: '4th', exact: true })).toBeDisabled();
  await expectAccessible();
  await page.getByText('22', { exact: true }).click();
  await press('Continue');
  await expect.element(dialog('Renew on the 22nd?').getByText('May 22, 2027')).toBeVisible();
  expect(api.callsOf('updateBillingConfig')).toEqual([]);
  await page.getByRole('button', { name: 'Change date' }).dblClick();
  await expect.element(dialog('Your plan renews on May 22, 2027')).toBeVisible();
  expect(api.callsOf('updateBillingConfig').map((call) => call.input)).toEqual([{ customExpiryDate: 22 }]);
  await press('Done');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(location().href).toBe('/mobile-home');
});

test('an earlier day is in the next month, and a refusal is said on the step that asks to confirm [BIL-04] [BIL-08]', async () => {
  const refuse = () => {
    throw refusal('RENEWAL_DATE_LIMIT_REACHED');
  };
  await open({ updateBillingConfig: refuse });
  await page.getByText('1', { exact: true }).click();
  await press('Continue');
  await expect.element(dialog('Renew on the 1st?').getByText('June 1, 2027')).toBeVisible();
  await press('Change date');
  await expect.element(dialog('Renew on the 1st?').getByRole('alert')).toBeVisible();
  await press('Back');
  await expect.element(page.getByRole('radio', { name: '1st', exact: true })).toBeChecked();
});

const USED = 'The renewal date was already changed once.';
const NOT_NOW = 'The renewal date can be changed while a paid plan renews.';

test.for<[string, Partial<CurrentPlan>, string]>([
  ['a paid plan that was moved before', {}, USED],
  ['the last day', { remainingDays: 0 }, NOT_NOW],
  ['a renewal that failed', { subscriptionStatus: 'pending renewal', remainingDays: -2 }, NOT_NOW],
  ['a cancelled plan', { subscriptionStatus: 'cancel-subscription' }, NOT_NOW],
  ['a trial', { subscriptionStatus: 'free trial' }, NOT_NOW],
])(
  'a link to the dialog says why the date can’t be changed, and leaves the address: %s [BIL-04] [BIL-08] [ENT-13]',
  async ([, plan, reason]) => {
    const { location } = await open({}, aPlan({ canChangeRenewalDate: false, ...plan }));
    await expect.element(page.getByText(reason)).toBeVisible();
    await expect.poll(() => location().href).toBe('/mobile-home');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  },
);
