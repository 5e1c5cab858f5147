import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { openDomain } from '../../testing/open-domain.ts';
import { aConnectedDomain } from '../../testing/sample-domain.ts';
import { aCurrentPlan, anOrder } from '../../testing/samples.ts';

const A = { type: 'A', host: '@', ttlSeconds: 3600, value: '192.0.2.80' } as const;
const CNAME = { type: 'CNAME', host: 'www', ttlSeconds: 3600, value: 'sites.harbour.example' } as const;
const site = aConnectedDomain({
  aVerified: true,
  status: 'verifying',
  expectedRecords: [
    { Type: 'A', Host: '@', TTL: 3600, Point_to: A.value, purpose: 'a' },
    { Type: 'CNAME', Host: 'www', TTL: 3600, Point_to: CNAME.value, purpose: 'cname' },
  ],
  findings: [
    { purpose: 'a', verdict: 'match', code: 'AS_EXPECTED', before: [A], after: [A] },
    { purpose: 'cname', verdict: 'missing', code: 'ADD_RECORD', before: [], after: [CNAME] },
  ],
});
const currentPlan = aCurrentPlan({ mailSuiteDetails: null, siteDetails: anOrder({ product: 'Site' }) });

test('a site is connected when both the address at @ and the alias at www are right, and only a plan with a site shows it [VER-02]', async () => {
  const { api, location } = await openDomain(site, {
    path: '/connect-site-domain',
    handlers: { readCurrentPlan: () => ({ currentPlan }) },
  });
  await expect.element(page.getByText('1 of 2 records is correct')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'bluebottle.coffee opens the website' })).toBeVisible();
  const row = page.getByRole('table', { name: 'CNAME record' }).getByRole('row').nth(1);
  await expect.element(row).toMatchTextContent(/CNAME\s*www.*sites\.harbour\.example/);
  await expect.element(page.getByRole('link', { name: /^Site domain/ })).toMatchTextContent(/not connected yet/);
  await expectAccessible();
  api.use({ checkDomain: () => ({ ...site, cNameVerified: true, status: 'verified' }) });
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect.element(page.getByText('Everything is correct')).toBeVisible();
  expect(location().pathname).toBe('/connect-site-domain');
});

test('a plan without a site is redirected home, and one without mail asks for no mail records [VER-02]', async () => {
  const { location } = await openDomain(aConnectedDomain(), { path: '/connect-site-domain' });
  await expect.poll(() => location().pathname).toBe('/email-accounts');
});
