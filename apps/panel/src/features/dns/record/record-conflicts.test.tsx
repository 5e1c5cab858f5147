import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/check-accessibility.ts';
import { aRecord, aZone, openDns, theUsual } from '../../../testing/open-dns.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string | RegExp) => page.getByRole('textbox', { name });
const dialog = () => page.getByRole('dialog');

test('what someone else has saved meanwhile is shown before it is overwritten, and can be used [DNS-01]', async () => {
  const zone = aZone(theUsual());
  const { api } = await openDns({ zone });
  await button('Actions for A of www.bluebottle.coffee').click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await field('IPv4 address').fill('192.0.2.11');
  zone.records = zone.records.map((each) => (each.type === 'A' ? { ...each, values: ['192.0.2.99'] } : each));
  api.live.send('dns-records', { zoneName: 'bluebottle.coffee' });
  await expect
    .element(dialog())
    .toMatchTextContent(/Someone has changed this record in the meantime.*192.0.2.99.*If you save/);
  await expectAccessible();
  await expect.element(field('IPv4 address')).toHaveValue('192.0.2.11');
  await button('Use the newer one').click();
  await expect.element(field('IPv4 address')).toHaveValue('192.0.2.99');
  await expect.element(button('Save record')).toHaveFocus();
  await expect.element(dialog()).not.toMatchTextContent(/Someone has changed/);
});

test('a record whose first answer was lost does not conflict with itself [DNS-01]', async () => {
  const zone = aZone(theUsual());
  const { api } = await openDns({ zone });
  await button('Add record').click();
  await field(/^Name/).fill('lost');
  await field('IPv4 address').fill('192.0.2.8');
  api.use({
    upsertDnsRecord: () => {
      zone.records = [...zone.records, aRecord('A', 'lost', '192.0.2.8')];
      throw new TypeError('the connection broke');
    },
  });
  await dialog().getByRole('button', { name: 'Add record' }).click();
  await expect.element(button('Try again')).toBeVisible();
  await expect.element(page.getByText('5 records of 200')).toBeInTheDocument();
  await expect.element(dialog()).not.toMatchTextContent(/already has a record/);
  await button('Try again').click();
  await expect.element(page.getByText('The A record of lost.bluebottle.coffee already exists.')).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(api.callsOf('upsertDnsRecord')).toHaveLength(1);
});

test('a full zone says so before anything is typed [DNS-01]', async () => {
  const { api } = await openDns({ zone: aZone(theUsual(), { recordLimit: 4 }) });
  await button('Add record').click();
  await expect.element(dialog()).toMatchTextContent(/already has the maximum of 4 records/);
  await field(/^Name/).fill('one-more');
  await field('IPv4 address').fill('192.0.2.8');
  await dialog().getByRole('button', { name: 'Add record' }).click();
  await expect.element(field('IPv4 address')).toHaveValue('192.0.2.8');
  expect(api.callsOf('upsertDnsRecord')).toEqual([]);
});

test('a record that cannot coexist with another one replaces it in one step, with what was typed [DNS-01]', async () => {
  const zone = aZone(theUsual());
  const { api } = await openDns({ zone });
  const replace = async (told: RegExp) => {
    await dialog().getByRole('button', { name: 'Add record' }).click();
    await expect.element(dialog()).toMatchTextContent(told);
    await button('Replace it with this one').click();
    await button('Save record').click();
    await expect.element(dialog()).not.toBeInTheDocument();
  };
  await button('Add record').click();
  await field(/^Name/).fill('shop');
  await field('IPv4 address').fill('192.0.2.8');
  await replace(/shop.bluebottle.coffee already has a record of type CNAME/);
  await button('Add record').click();
  await dialog().getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: /^CNAME ·/ }).click();
  await field(/^Name/).fill('www');
  await field('Points to').fill('sites.example.net');
  await replace(/www.bluebottle.coffee already has a record of type A/);
  expect(zone.records).toHaveLength(theUsual().length);
  expect(api.callsOf('upsertDnsRecord').map(({ input }) => input)).toMatchObject([
    { type: 'A', host: 'shop', values: ['192.0.2.8'], recordId: expect.any(String) },
    { type: 'CNAME', host: 'www', values: ['sites.example.net'], recordId: expect.any(String) },
  ]);
});

test('a problem that appears when a field is left does not swallow the press on the button that it moves [DNS-01]', async () => {
  await openDns();
  await button('Add record').click();
  await dialog().getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: /^MX ·/ }).click();
  await field('Mail server').fill('mx3.harbour.example');
  await button('Add another mail server').click();
  await expect.element(field('Mail server 2')).toHaveFocus();
});
