import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/check-accessibility.ts';
import { refusal } from '../../../testing/fake-api.ts';
import { aZone, openDns, theUsual } from '../../../testing/open-dns.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string | RegExp) => page.getByRole('textbox', { name });
const dialog = () => page.getByRole('dialog');
const save = () => dialog().getByRole('button', { name: 'Add record' }).click();
async function choose(type: string) {
  await dialog().getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: new RegExp(`^${type} ·`) }).click();
}

test('every part of a record is checked while typing, with what to do, and sent in the rule’s form [DNS-01]', async () => {
  const { api } = await openDns();
  await button('Add record').click();
  await save();
  await expect.element(page.getByText('Enter a value.')).toBeVisible();
  await field(/^Name/).fill('*');
  await field('IPv4 address').fill('999.1.1.1');
  await field('Valid for').fill('299');
  await expect.element(page.getByText("Names with * aren't possible. Add each name separately.")).toBeVisible();
  await expect.element(page.getByText(/This isn't an IPv4 address/)).toBeVisible();
  await expect.element(page.getByText('Enter a number from 300 to 86400.')).toBeVisible();
  await expectAccessible();
  await save();
  expect(api.callsOf('upsertDnsRecord')).toEqual([]);
  await field(/^Name/).fill('Blog.bluebottle.coffee.');
  await field('IPv4 address').fill(' 192.0.2.44 ');
  await field('Valid for').fill('600');
  await save();
  await expect.element(page.getByText('The A record of blog.bluebottle.coffee has been added.')).toBeVisible();
  await expect.element(page.getByRole('row', { name: /blog.bluebottle.coffee/ })).toBeVisible();
  expect(api.callsOf('upsertDnsRecord')[0]?.input).toEqual({
    type: 'A',
    host: 'blog',
    values: ['192.0.2.44'],
    ttl: 600,
  });
});

test('a second record of a type leads to the existing one, with the typed value added [DNS-01]', async () => {
  const { api } = await openDns();
  await button('Add record').click();
  await choose('MX');
  // As another provider shows it: the priority goes to its own field.
  await field('Mail server').fill('30 mx3.harbour.example');
  await expect.element(field('Priority')).toHaveValue('30');
  await save();
  await expect.element(page.getByText(/This name already has a record of this type/)).toBeVisible();
  await button('Edit that record').click();
  await expect.element(page.getByRole('dialog', { name: 'Edit DNS record' })).toBeVisible();
  await expect.element(field('Mail server 3')).toHaveValue('mx3.harbour.example');
  await button('Save record').click();
  await expect.element(page.getByText('The MX record of bluebottle.coffee is saved.')).toBeVisible();
  expect(api.callsOf('upsertDnsRecord')[0]?.input).toMatchObject({
    values: ['10 mx1.harbour.example', '20 mx2.harbour.example', '30 mx3.harbour.example'],
  });
});

test('a second SPF record is merged into the first, shown before, after and in plain words; there are never two [DNS-01]', async () => {
  const zone = aZone(theUsual());
  const { api } = await openDns({ zone });
  await button('Add record').click();
  await choose('TXT');
  await field('Text').fill('"v=spf1 include:spf.harbour.example mx" " -all"');
  await save();
  await expect.element(page.getByRole('heading', { name: 'This name already has an SPF record' })).toBeVisible();
  await expect
    .element(page.getByText('v=spf1 include:_spf.google.com include:spf.harbour.example mx -all'))
    .toBeVisible();
  await expect.element(page.getByText('Servers that _spf.google.com allows may send mail for you.')).toBeVisible();
  await expect.element(page.getByText('All others may not; their mail is refused.')).toBeVisible();
  await expectAccessible();
  expect(api.callsOf('upsertDnsRecord')).toEqual([]);
  await button('Use the combined record').click();
  await button('Save record').click();
  await expect.element(page.getByText('The TXT record of bluebottle.coffee is saved.')).toBeVisible();
  expect(zone.records.filter(({ type }) => type === 'TXT').map(({ values }) => values)).toEqual([
    ['v=spf1 include:_spf.google.com include:spf.harbour.example mx -all'],
  ]);
});

test('a null MX, and an SPF record that lets everyone send, are saved after a question that says what follows [DNS-01]', async () => {
  const { api } = await openDns({ zone: aZone([]) });
  await button('Add record').first().click();
  await choose('MX');
  await field('Mail server').fill('0 .');
  await save();
  const noMail = page.getByRole('alertdialog', { name: 'Accept no more mail at bluebottle.coffee?' });
  await expect.element(noMail).toMatchTextContent(/Nobody will be able to send mail to addresses at bluebottle.coffee/);
  await expectAccessible();
  await noMail.getByRole('button', { name: 'Cancel' }).click();
  expect(api.callsOf('upsertDnsRecord')).toEqual([]);
  await save();
  await noMail.getByRole('button', { name: 'Accept no mail' }).click();
  await expect.element(page.getByText('The MX record of bluebottle.coffee has been added.')).toBeVisible();
  expect(api.callsOf('upsertDnsRecord')[0]?.input).toMatchObject({ type: 'MX', values: ['0 .'] });
  await button('Add record').first().click();
  await choose('TXT');
  await field('Text').fill('v=spf1mx +all');
  await save();
  await expect.element(page.getByText(/A space is missing.*“v=spf1 mx all”/)).toBeVisible();
  await field('Text').fill('v=spf1 mx +all');
  await save();
  const anyone = page.getByRole('alertdialog', { name: 'Let anyone send as bluebottle.coffee?' });
  await anyone.getByRole('button', { name: 'Let anyone send' }).click();
  await expect.element(page.getByText('The TXT record of bluebottle.coffee has been added.')).toBeVisible();
  expect(api.callsOf('upsertDnsRecord')).toHaveLength(2);
});

test('a refusal that only the server knows is shown at its field, nothing typed is lost, and the next step is offered [DNS-01]', async () => {
  const { api } = await openDns();
  await button('Actions for CNAME of shop.bluebottle.coffee').click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await field('Points to').fill('new.example.net');
  const refused = (code: Parameters<typeof refusal>[0], attrs: Record<string, unknown>) =>
    api.use({
      upsertDnsRecord: () => {
        throw refusal(code, { attrs });
      },
    });
  const send = () => button('Save record').click();
  refused('VALIDATION_FAILED', { fields: [{ path: 'host', code: 'HOST_LABEL_INVALID', message: '-' }] });
  await send();
  await expect.element(page.getByText(/Between dots, use only letters, digits and hyphens/)).toBeVisible();
  refused('ZONE_FAULT', { reason: 'CNAME_LOOP', host: 'shop' });
  await send();
  await expect.element(page.getByText(/would point to each other in a circle at shop.bluebottle.coffee/)).toBeVisible();
  refused('RECORD_LIMIT_REACHED', { maximum: 200 });
  await send();
  await expect.element(page.getByText(/already has the maximum of 200 records/)).toBeVisible();
  refused('SERVICE_UNAVAILABLE', {});
  await send();
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  refused('RECORD_NOT_FOUND', {});
  await send();
  await expect.element(page.getByText(/Someone has deleted this record in the meantime/)).toBeVisible();
  await expect.element(field('Points to')).toHaveValue('new.example.net');
  api.use({ listDnsRecords: () => aZone(theUsual().filter(({ type }) => type !== 'CNAME')) });
  await button('Add it as a new record').click();
  await expect.element(page.getByRole('dialog', { name: 'Add a DNS record' })).toBeVisible();
  await expect.element(field('Points to')).toHaveValue('new.example.net');
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByRole('alertdialog', { name: 'Discard what you typed?' })).toBeVisible();
});

test('SRV and CAA have a field for each part [DNS-01]', async () => {
  const { api } = await openDns();
  await button('Add record').click();
  await choose('SRV');
  await field('Server').fill('10 5 5060 sip.example.net');
  await expect.element(field('Port')).toHaveValue('5060');
  await field(/^Name/).fill('sip');
  await save();
  await expect.element(page.getByText(/Enter the service and its protocol, each with an underscore/)).toBeVisible();
  await field(/^Name/).fill('_sip._tcp');
  await choose('CAA');
  await field(/^Name/).fill('');
  await field('Certificate authority or address').fill('mailto:certs@example.net');
  await expect
    .element(dialog().getByRole('combobox', { name: 'Purpose' }))
    .toMatchTextContent('Where to report violations');
  // As another provider shows it.
  await field('Certificate authority or address').fill('128 issue "letsencrypt.org"');
  await expect.element(field('Certificate authority or address')).toHaveValue('letsencrypt.org');
  await expectAccessible();
  await save();
  await expect.element(page.getByText('The CAA record of bluebottle.coffee has been added.')).toBeVisible();
  expect(api.callsOf('upsertDnsRecord')[0]?.input).toMatchObject({
    values: ['128 issue "letsencrypt.org"'],
    host: '@',
  });
});

test('where modals are pages the form replaces the list and fits the narrowest phone, and discarding closes the question and the form [DNS-01] [SHL-05]', async () => {
  localStorage.setItem('view', 'widget');
  await openDns({ keepStorage: true, viewport: [320, 720] });
  await button('Add record').first().click();
  await field('IPv4 address').fill('192.0.2.4');
  expect(document.documentElement.scrollWidth).toBe(320);
  await button('Cancel').click();
  await button('Discard').click();
  await expect.element(page.getByRole('heading', { name: 'DNS records' })).toBeVisible();
  await expect.element(button('Discard')).not.toBeInTheDocument();
});
