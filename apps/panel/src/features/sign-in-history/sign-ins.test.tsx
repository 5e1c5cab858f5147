import type { SignInEntry } from '@postern/contract/sign-in-history';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { refusal } from '../../testing/fake-api.ts';
import { openSecurity } from '../../testing/open-security.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { aLogin } from '../../testing/samples.ts';

const MAY_4 = new Date(2026, 4, 4, 18, 5).toISOString();
const PHONE = [390, 844] as const;
const idOf = (number: number) => `00000000-0000-4000-9000-0000000001${String(number).padStart(2, '0')}`;

const anEntry = (number: number, changes: Partial<SignInEntry> = {}): SignInEntry => ({
  id: idOf(number),
  login: 'max@bluebottle.coffee',
  method: 'password',
  outcome: 'accepted',
  network: `192.0.2.${number}`,
  browser: 'Firefox',
  os: 'Windows',
  times: 1,
  firstAt: MAY_4,
  lastAt: MAY_4,
  ...changes,
});

const list = () => page.getByRole('list', { name: 'Recent sign-ins' });
const item = (number: number) => list().getByRole('listitem').nth(number);

test('each sign-in and each wrong guess says when, from where and with what; earlier ones follow on request [MBX-08]', async () => {
  const first = [
    anEntry(1),
    anEntry(2, { method: 'code', outcome: 'wrong', times: 3, browser: '', os: '' }),
    anEntry(3, { method: 'link', os: '' }),
  ];
  const { api } = await openSecurity({
    viewport: PHONE,
    handlers: {
      listSignIns: ({ cursor }) =>
        cursor === undefined ? { signIns: first, nextCursor: idOf(3) } : { signIns: [anEntry(4)], nextCursor: null },
    },
  });
  await expect.element(item(0)).toHaveTextContent('Signed inMay 4, 2026, 6:05 PM · 192.0.2.1 · Firefox on Windows');
  await expect.element(item(1).getByText('Right password, wrong 6-digit code')).toBeVisible();
  await expect.element(item(1).getByText('3 times')).toBeVisible();
  await expect.element(item(1).getByText(/Unknown browser/)).toBeVisible();
  await expect.element(item(2).getByText('Chose a new password by emailed link')).toBeVisible();
  await expect.element(list().getByText('max@bluebottle.coffee')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Show earlier sign-ins' }).click();
  await expect.element(item(3).getByText(/192\.0\.2\.4/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Show earlier sign-ins' })).not.toBeInTheDocument();
  expect(api.callsOf('listSignIns').map(({ input }) => input)).toEqual([
    expect.not.objectContaining({ cursor: expect.anything() }),
    expect.objectContaining({ cursor: idOf(3) }),
  ]);
  expect(document.documentElement.scrollWidth).toBe(PHONE[0]);
  await expectAccessible();
});

test('an admin sees whose sign-in it was [MBX-08]', async () => {
  await renderPanel('/security', {
    signedIn: aLogin(),
    handlers: {
      readTotp: () => ({ enabledAt: null, recoveryCodesLeft: 0, askDespitePartner: false }),
      listSignIns: () => ({ signIns: [anEntry(1, { outcome: 'wrong', times: 10 })], nextCursor: null }),
    },
  });
  await expect.element(item(0).getByText('Wrong password')).toBeVisible();
  await expect.element(item(0).getByText('10 times')).toBeVisible();
  await expect.element(item(0).getByText('max@bluebottle.coffee')).toBeVisible();
});

test('a list that fails to load leaves the rest of the page in use, and can be loaded again [MBX-08]', async () => {
  const { api } = await openSecurity({
    handlers: {
      listSignIns: () => {
        throw refusal('BUNDLE_NOT_FOUND');
      },
    },
  });
  await expect.element(page.getByRole('heading', { name: "We couldn't load the recent sign-ins" })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Set up' })).toBeVisible();
  api.use({ listSignIns: () => ({ signIns: [anEntry(1)], nextCursor: null }) });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(item(0).getByText('Signed in')).toBeVisible();
});
