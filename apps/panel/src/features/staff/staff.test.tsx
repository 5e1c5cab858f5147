import type { FoundCustomer, StaffCustomer, StaffMember } from '@postern/contract/staff';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { saveStaffToken } from '../../lib/session/staff-session.ts';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { refusal } from '../../testing/fake-api.ts';
import type { Handlers } from '../../testing/operations.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { aLogin } from '../../testing/samples.ts';

const idOf = (number: number) => `00000000-0000-4000-8000-0000000002${String(number).padStart(2, '0')}`;
const MARA: StaffMember = {
  ...{ staffId: idOf(1), name: 'Mara Lindqvist', email: 'mara@harbour.test', role: 'partnerSupport', partnerId: 54 },
  ...{ company: 'Harbour Mail', hasTwoFactor: true },
};
const ADA: FoundCustomer = {
  ...{ customerId: idOf(2), name: 'Ada Fields', email: 'ada@home.test', partnerId: 54, partnerName: 'Harbour Mail' },
  domains: [{ bundleId: idOf(3), domainName: 'bluebottle.coffee', planName: 'Pro' }],
};
const ADAS_PAGE: StaffCustomer = {
  ...ADA,
  createdAt: '2026-01-15T09:00:00.000Z',
  domains: [
    {
      ...{ bundleId: idOf(3), domainName: 'bluebottle.coffee', createdAt: '2026-01-15T09:00:00.000Z', mailboxes: 7 },
      ...{ isConnected: true, asksFirst: false },
      orders: [
        {
          ...{ product: 'MailSuite', planName: 'Pro', billingCycle: 'yearly', status: 'active', isTrial: false },
          ...{ autoRenew: true, expiresAt: '2027-01-15T09:00:00.000Z' },
        },
      ],
    },
    {
      ...{ bundleId: idOf(5), domainName: 'second.example', createdAt: '2026-02-15T09:00:00.000Z', mailboxes: 1 },
      ...{ isConnected: false, asksFirst: true },
      orders: [
        {
          ...{ product: 'MailSuite', planName: 'Start', billingCycle: 'monthly', status: 'suspended', isTrial: false },
          ...{ autoRenew: false, expiresAt: '2026-03-15T09:00:00.000Z' },
        },
      ],
    },
  ],
  visits: [
    {
      ...{ visitId: idOf(6), staffName: 'Jonas Kreuz', company: 'Harbour Mail', reason: 'Records', ticket: '48001' },
      ...{ state: 'ended', endedBy: 'staff', domainName: 'second.example', askedAt: '2026-02-20T09:00:00.000Z' },
      ...{ startedAt: '2026-02-20T09:00:00.000Z', endedAt: '2026-02-20T09:09:00.000Z' },
      expiresAt: '2026-02-20T09:30:00.000Z',
    },
  ],
};
const VISIT_ID = idOf(4);
const visit = {
  ...{ visitId: VISIT_ID, expiresAt: new Date(Date.now() + 24 * 60_000).toISOString(), customerName: 'Ada Fields' },
  ...{ reason: 'Mail doesn’t arrive', ticket: '48213' },
};
const aVisitLogin = () => ({
  ...aLogin({ token: 'visit', isDomainAdmin: false }),
  actor: { role: 'partnerSupport' as const, id: aLogin().actor.id, attrs: { userName: 'Mara Lindqvist' } },
  visit,
});

async function openSearch(handlers: Handlers = {}) {
  sessionStorage.clear();
  const open = await renderPanel('/staff', {
    handlers: {
      signInStaff: () => ({ token: 'staff', staff: MARA }),
      readStaff: () => ({ staff: MARA }),
      searchCustomers: () => ({ customers: [ADA], isCut: false }),
      ...handlers,
    },
  });
  saveStaffToken('staff');
  return open;
}

async function startVisit() {
  await page.getByRole('textbox', { name: 'Search' }).fill('bluebottle');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('button', { name: 'Visit bluebottle.coffee' }).click();
  await page.getByRole('button', { name: 'Start visit' }).click();
  await expect.element(page.getByText('Say in a few words why. The owner reads it.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Why are you visiting?' }).fill('Mail doesn’t arrive');
  await page.getByRole('textbox', { name: /^Ticket/ }).fill('48213');
  await page.getByRole('button', { name: 'Start visit' }).click();
}

test('staff find a customer and start a visit with a reason; its bar names the domain, the reason and the time left, and hides what a visit may not do [SUP-01]', async () => {
  const { api, location } = await openSearch({ openVisit: aVisitLogin });
  await startVisit();
  const bar = page.getByRole('region', { name: 'Support visit' });
  await expect.element(bar.getByText(/^You are visiting bluebottle\.coffee/)).toBeVisible();
  await expect.element(bar.getByText(/ticket 48213\. Ada Fields sees what you do\.$/)).toBeVisible();
  await expect.element(bar.getByText('24 min left')).toBeVisible();
  expect(api.callsOf('openVisit')[0]?.input).toEqual({
    bundleId: idOf(3),
    reason: 'Mail doesn’t arrive',
    ticket: '48213',
  });
  expect(api.callsOf('openVisit')[0]?.headers.get('authorization')).toBe('Bearer staff');
  await expect.poll(() => location().pathname).not.toBe('/staff');
  await expect.element(page.getByRole('button', { name: 'Create mailbox' })).not.toBeInTheDocument();
  await expectAccessible();
});

test('the search leads to a page about the customer, with domains, plans, state and the last visits, where a visit can start too [SUP-01]', async () => {
  const { api, location } = await openSearch({
    readCustomer: () => ({ customer: ADAS_PAGE }),
    openVisit: aVisitLogin,
  });
  await page.getByRole('textbox', { name: 'Search' }).fill('bluebottle');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('link', { name: 'Ada Fields' }).click();
  await expect.element(page.getByRole('heading', { name: 'Ada Fields', level: 1 })).toBeVisible();
  expect(location().pathname).toBe(`/staff/customers/${ADA.customerId}`);
  expect(api.callsOf('readCustomer')[0]?.input).toEqual({ customerId: ADA.customerId });
  for (const text of ['Connected', '7 mailboxes', 'Pro, yearly', '· Renews on Jan 15, 2027'])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  for (const text of ['Not connected yet', 'Suspended', '· Ends on Mar 15, 2026'])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  await expect.element(page.getByText('1 mailbox · The owner is asked before each visit')).toBeVisible();
  await expect.element(page.getByText('Jonas Kreuz, Harbour Mail support')).toBeVisible();
  await expect.element(page.getByText('“Records”, ticket 48001.')).toBeVisible();
  await expect.element(page.getByText(/· 9 minutes$/)).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Visit bluebottle.coffee' }).click();
  await page.getByRole('textbox', { name: 'Why are you visiting?' }).fill('Mail doesn’t arrive');
  await page.getByRole('button', { name: 'Start visit' }).click();
  await expect.element(page.getByRole('region', { name: 'Support visit' })).toBeVisible();
  expect(api.callsOf('openVisit')[0]?.input).toEqual({ bundleId: idOf(3), reason: 'Mail doesn’t arrive' });
});

test('a customer whom they may not help is not found, and the page asks for the sign-in first [SUP-01]', async () => {
  sessionStorage.clear();
  await renderPanel(`/staff/customers/${ADA.customerId}`, {
    handlers: {
      signInStaff: () => ({ token: 'staff', staff: MARA }),
      readStaff: () => ({ staff: MARA }),
      readCustomer: () => {
        throw refusal('NOT_FOUND');
      },
    },
  });
  await expect.element(page.getByRole('heading', { name: 'Support sign-in' })).toBeVisible();
  saveStaffToken('staff');
  await expect.element(page.getByText('None of your customers matches.')).toBeVisible();
  await page.getByRole('link', { name: 'Find another customer' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Search' })).toBeVisible();
});

test('a new member of staff can only set up two-factor sign-in, and can search after that [SUP-01]', async () => {
  let hasTwoFactor = false;
  await openSearch({
    readStaff: () => ({ staff: { ...MARA, hasTwoFactor } }),
    startStaffTotp: () => ({ otpauthUrl: 'otpauth://totp/Harbour:mara?secret=ABCD', secret: 'ABCDEFGH' }),
    enableStaffTotp: ({ code }) => {
      if (code !== '123456')
        throw refusal('VALIDATION_FAILED', { attrs: { fields: [{ path: 'code', code: 'WRONG_CODE', message: '' }] } });
      hasTwoFactor = true;
      return { recoveryCodes: ['abcd-efgh-jkmn'] };
    },
  });
  await expect.element(page.getByRole('heading', { name: 'Protect your sign-in' })).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Search' })).not.toBeInTheDocument();
  const field = page.getByRole('textbox', { name: '6-digit code' });
  await field.fill('999999');
  await page.getByRole('button', { name: 'Switch on' }).click();
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill('123456');
  await page.getByRole('button', { name: 'Switch on' }).click();
  await expect.element(page.getByText('abcd-efgh-jkmn')).toBeVisible();
  await expectAccessible();
  await page.getByRole('main').getByRole('button').last().click();
  await expect.element(page.getByRole('textbox', { name: 'Search' })).toBeVisible();
});

test('if the owner wants to be asked, the visit waits for the answer or takes the owner’s code [SUP-01]', async () => {
  const attrs = { visitId: VISIT_ID, expiresAt: visit.expiresAt };
  const { api } = await openSearch({
    openVisit: () => {
      throw refusal('CONSENT_NEEDED', { attrs });
    },
    enterVisit: ({ code }) => {
      if (code === undefined) throw refusal('CONSENT_NEEDED', { attrs });
      if (code !== '1234 5678')
        throw refusal('VALIDATION_FAILED', { attrs: { fields: [{ path: 'code', code: 'WRONG_CODE', message: '' }] } });
      return aVisitLogin();
    },
  });
  await startVisit();
  const code = page.getByRole('textbox', { name: "The owner's code" });
  await code.fill('1234');
  await page.getByRole('button', { name: 'Start visit', exact: true }).click();
  await expect.element(page.getByText('Enter all eight digits.')).toBeVisible();
  await code.fill('0000 0000');
  await page.getByRole('button', { name: 'Start visit', exact: true }).click();
  await expect.element(page.getByText("This code isn't right. Ask the owner again.")).toBeVisible();
  await code.fill('1234 5678');
  await page.getByRole('button', { name: 'Start visit', exact: true }).click();
  await expect.element(page.getByRole('region', { name: 'Support visit' })).toBeVisible();
  expect(api.callsOf('enterVisit').at(-1)?.input['visitId']).toBe(VISIT_ID);
});

test('a search that would find everything isn’t sent, and one without a match says so [SUP-01]', async () => {
  const { api } = await openSearch({ searchCustomers: () => ({ customers: [], isCut: false }) });
  await page.getByRole('textbox', { name: 'Search' }).fill('b%');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect.element(page.getByText(/at least three letters of a domain\.$/)).toBeVisible();
  expect(api.callsOf('searchCustomers')).toHaveLength(0);
  await page.getByRole('textbox', { name: 'Search' }).fill('nobody@home.test');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect.element(page.getByText('None of your customers matches.')).toBeVisible();
});
