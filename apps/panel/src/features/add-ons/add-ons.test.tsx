import type { OwnedAddOn } from '@postern/contract/subscriptions';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { refusal } from '../../testing/fake-api.ts';
import type { Handlers } from '../../testing/operations.ts';
import { type PanelOptions, renderPanel } from '../../testing/render-panel.tsx';
import { aCurrentPlan, aLogin, anOrder } from '../../testing/samples.ts';
import { servingChoices } from '../../testing/serving-choices.ts';
import { aPlan, aQuote, TRACKING_ID } from '../../testing/quote-samples.ts';

const ADA = 'ada@bluebottle.coffee';
const BERT = 'bert@bluebottle.coffee';
const sold = (
  type: string,
  displayName: string,
  limit: number | null,
  more: { type: string; attrs: object }[] = [],
) => ({
  ...{ id: type, addonId: type, type, displayName, zIndex: 10, currency: 'EUR' as const, limit, trialInDays: null },
  features: [
    { type: 'storage', attrs: { quota_in_gb: 10 } },
    ...(more as { type: string; attrs: Record<string, unknown> }[]),
  ],
  pricing: { yearly: 10 },
});
const owned = (changes: Partial<OwnedAddOn> = {}): OwnedAddOn => ({
  ...{ id: 'storage_addon-1', type: 'storage_addon', quantity: 2, status: 'active', attachedTo: ADA },
  attachments: [{ email: ADA, status: 'active' }],
  ...{ renewOnExpiry: true, trialUntil: null, amountToBePaidOnRenewal: 20 },
  ...changes,
});
const plan = (addons: OwnedAddOn[] = []) =>
  aCurrentPlan({ currency: 'EUR', mailSuiteDetails: anOrder(), subscriptionStatus: 'paid', addons });

let opened = 0;
function open(
  path: string,
  { addons = [], ...handlers }: Handlers & { addons?: OwnedAddOn[] } = {},
  options: PanelOptions = {},
) {
  opened += 1;
  return renderPanel(path, {
    ...options,
    signedIn: aLogin({ token: `add-ons-${opened}` }),
    handlers: {
      ...servingChoices(['ada', 'bert']),
      readCurrentPlan: () => ({ currentPlan: plan(addons) }),
      listAllPlans: () => ({ plans: { mailSuite: [aPlan()], site: [], domain: [] } }),
      listAddOns: () => ({
        addons: [
          sold('storage_addon', 'Extra storage', null),
          sold('max_addon', 'Max', 5, [{ type: 'mail_send', attrs: { dailyLimit: 5000 } }]),
        ],
      }),
      readTrialConfig: () => ({ trialEnabled: false, trialDays: 0 }),
      calculateCharge: ({ orderItems }) => aQuote({}, orderItems),
      startPayment: () => ({
        ...{
          trackingId: TRACKING_ID,
          chargeableAmount: 12.84,
          currency: 'EUR',
          stripeSecret: null,
          gateway: 'sandbox',
        },
      }),
      processPayment: () => ({ status: 'successful', currentPlan: plan([owned()]) }),
      ...handlers,
    },
  });
}
const field = (name = 'Mailbox') => page.getByRole('combobox', { name });
async function choose(name: string, label?: string) {
  await field(label).fill(name);
  await page.getByRole('option', { name: new RegExp(`${name}@`) }).click();
}

test('storage is bought for the chosen mailboxes, in any number of pieces, after the quote [ADD-01] [BIL-02]', async () => {
  const { api, location } = await open('/addons/storage_addon');
  await expect.element(page.getByText('Choose a mailbox. You see what it costs here before you pay.')).toBeVisible();
  expect(api.callsOf('calculateCharge')).toEqual([]);
  await choose('ada');
  await expect.element(page.getByText('30 GB now, 40 GB afterwards')).toBeVisible();
  await page.getByRole('button', { name: 'One more' }).click();
  await expect.element(page.getByText('30 GB now, 50 GB afterwards')).toBeVisible();
  await choose('bert', 'Another mailbox');
  await expect
    .poll(() => api.callsOf('calculateCharge').at(-1)?.input['orderItems'])
    .toEqual([
      {
        ...{ orderType: 'MailSuite', action: 'buyAddon', addonId: 'storage_addon', quantity: 3 },
        attachTo: [ADA, ADA, BERT],
      },
    ]);
  await expectAccessible();
  const pay = page.getByRole('button', { name: 'Pay €12.84' }).first();
  await expect.element(pay).toBeEnabled();
  await pay.click();
  await expect.element(page.getByText('2 mailboxes have Extra storage now')).toBeVisible();
  await expect.poll(() => location().pathname).toBe('/manage-subscriptions/storage_addon');
});

test('a mailbox gets one Max, a domain up to its limit, and the page of the first says how long it is free [ADD-01]', async () => {
  const two = owned({ id: 'max_addon-1', type: 'max_addon', quantity: 4 });
  await open('/addons/general_max', {
    addons: [two],
    readTrialConfig: () => ({ trialEnabled: true, trialDays: 30 }),
  });
  await expect.element(page.getByText('Free for 30 days')).toBeVisible();
  await expect.element(page.getByText('Up to 5,000 emails a day')).toBeVisible();
  await choose('ada');
  await expect.element(page.getByText('You can buy only one.')).toBeVisible();
  await expect.element(page.getByRole('spinbutton')).not.toBeInTheDocument();
});

test('a domain at its limit is told so, and one without a paid plan is told to choose one [ADD-01] [A-02]', async () => {
  const all = owned({ type: 'max_addon', quantity: 5 });
  await open('/addons/max_addon', { addons: [all] });
  await expect.element(page.getByText('This domain has all 5 Max it can have')).toBeVisible();
});

test('an add-on moves to another mailbox, is taken back, and a free piece is given away [ADD-01] [BIL-02]', async () => {
  const { api } = await open('/manage-subscriptions/storage_addon', {
    addons: [owned()],
    assignAddOn: ({ toEmail, fromEmail }) => {
      if (fromEmail && !toEmail) throw refusal('STORED_MAIL_TOO_LARGE');
      return {
        addon: owned({
          attachments: [
            { email: ADA, status: 'active' },
            { email: BERT, status: 'active' },
          ],
        }),
      };
    },
  });
  await expect.element(page.getByText("One isn't in use")).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: `Take back from ${ADA}` }).click();
  await expect.element(page.getByText(/holds more than this plan has room for/)).toBeVisible();
  await page.getByRole('button', { name: 'Give to a mailbox' }).click();
  await page.getByRole('button', { name: 'Give', exact: true }).click();
  await expect.element(page.getByText('Choose a mailbox.')).toBeVisible();
  await choose('bert');
  await expectAccessible();
  await page.getByRole('button', { name: 'Give', exact: true }).click();
  await expect.element(page.getByText(`${BERT} has it now.`)).toBeVisible();
  expect(api.callsOf('assignAddOn').at(-1)?.input).toMatchObject({ addonId: 'storage_addon-1', toEmail: BERT });
});

test('an add-on is set to end after a question that names the day, and is set to renew again at once [ADD-01]', async () => {
  const { api } = await open('/manage-subscriptions/storage_addon', {
    addons: [owned()],
    updateAddOnConfig: ({ renewOnExpiry }) => ({ addon: owned({ renewOnExpiry }) }),
  });
  await expect.element(page.getByText('Renews on May 4, 2027 for €20.00, before tax.')).toBeVisible();
  await page.getByRole('switch', { name: 'Renews with your plan' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Stop renewing it?' });
  await expect.element(dialog).toMatchTextContent(/It works until May\s4,\s2027/);
  await dialog.getByRole('button', { name: 'Let it end' }).click();
  await expect.element(page.getByText("It ends and isn't charged again.")).toBeVisible();
  expect(api.callsOf('updateAddOnConfig').map(({ input }) => input['renewOnExpiry'])).toEqual([false]);
});

test('the longest possible address makes neither page wider than the smallest phone [SHL-02] [ADD-01]', async () => {
  const long = `${'anna-lena.oberhuber-castellanos-'.repeat(2)}x@bluebottle.coffee`;
  const choices = servingChoices([long.split('@')[0] ?? '']);
  const options = { viewport: [320, 640] as const };
  const width = () => document.documentElement.scrollWidth;
  await open('/addons/storage_addon', choices, options);
  await field().fill('anna');
  await page.getByRole('option').first().click();
  await expect.element(page.getByText('30 GB now, 40 GB afterwards')).toBeVisible();
  expect(width()).toBeLessThanOrEqual(320);
  await open(
    '/manage-subscriptions/storage_addon',
    { addons: [owned({ attachments: [{ email: long, status: 'active' }] })] },
    options,
  );
  await expect.element(page.getByRole('button', { name: `Take back from ${long}` })).toBeVisible();
  expect(width()).toBeLessThanOrEqual(320);
});

test('an add-on has the name that the catalogue gives it in the person’s language [BRD-03] [ADD-01]', async () => {
  const named = { ...sold('storage_addon', 'Extra storage', null), displayNames: { de: 'Zusätzlicher Speicher' } };
  await open('/addons/storage_addon', { listAddOns: () => ({ addons: [named] }) }, { locale: 'de-de' });
  await expect.element(page.getByRole('heading', { name: 'Zusätzlicher Speicher', level: 1 })).toBeVisible();
});
