import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { gate, refusal } from '../../testing/fake-api.ts';
import { aRecord, aZone, openDns, theUsual } from '../../testing/open-dns.tsx';

const row = (name: RegExp) => page.getByRole('row', { name });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const menu = async (of: string, action: string) => {
  await button(`Actions for ${of}`).click();
  await page.getByRole('menuitem', { name: action }).click();
};

test('records have a plain name and their technical name, and are found by any part and by type [DNS-01]', async () => {
  await openDns();
  await expect.element(row(/www.bluebottle.coffee/)).toMatchTextContent(/A · Address of a website192.0.2.10.*1 hour/);
  await expect.element(row(/Where mail arrives/)).toMatchTextContent(/10 mx1.harbour.exampleand 1 more/);
  await expect.element(page.getByText('4 records of 200')).toBeVisible();
  await expectAccessible();
  const search = page.getByRole('searchbox', { name: 'Search by name or value' });
  await search.fill('MX2');
  await expect.element(row(/Where mail arrives/)).toBeVisible();
  await expect.element(row(/www/)).not.toBeInTheDocument();
  await search.fill('nowhere');
  await expect.element(page.getByRole('heading', { name: 'No matching records' })).toBeVisible();
  await button('Show all records').click();
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'TXT' }).click();
  await expect.element(page.getByText('1 found')).toBeVisible();
});

test('loading, failed, empty and admins-only each have their own screen [DNS-01]', async () => {
  const wait = gate();
  const { api } = await openDns({
    handlers: {
      listDnsRecords: async () => {
        await wait.closed;
        throw refusal('BUNDLE_NOT_FOUND');
      },
    },
  });
  await expect.element(page.getByText('Loading', { exact: true })).toBeInTheDocument();
  wait.open();
  await expect.element(page.getByRole('heading', { name: "We couldn't load your DNS records" })).toBeVisible();
  api.use({ listDnsRecords: () => aZone([]) });
  await button('Try again').click();
  await expect.element(page.getByRole('heading', { name: 'No records yet' })).toBeVisible();
  await expectAccessible();
  await openDns({
    handlers: {
      listDnsRecords: () => {
        throw refusal('NOT_AUTHORIZED');
      },
    },
  });
  await expect.element(page.getByText(/Only admins of bluebottle.coffee can see and change/)).toBeVisible();
});

test('the page says whether the records are in use, and which name servers the domain must use [DNS-02]', async () => {
  await openDns({ zone: aZone(theUsual(), { zoneStatus: 'inactive' }) });
  await expect.element(page.getByText("These records aren't in use yet")).toBeVisible();
  await expect.element(button('Copy ns2.harbour.example')).toBeVisible();
  await expectAccessible();
  await openDns({ zone: aZone(theUsual(), { zoneStatus: 'unknown' }) });
  await expect.element(page.getByText("We don't know yet whether these records are in use")).toBeVisible();
  await openDns({ zone: aZone(theUsual(), { zoneStatus: 'none', nameServers: [] }) });
  await expect.element(page.getByText("DNS records aren't managed here")).toBeVisible();
  await expect.element(button('Add record')).not.toBeInTheDocument();
  await openDns({ zone: aZone(theUsual(), { zoneStatus: 'unknown', isPublished: false, waitsForProof: true }) });
  await expect.element(page.getByText('bluebottle.coffee was used here before')).toBeVisible();
  const { api } = await openDns({ zone: aZone(theUsual(), { isPublished: false }) });
  await expect.element(page.getByText('Your last change is on its way')).toBeVisible();
  // Another browser, or the name server, has changed it.
  api.use({ listDnsRecords: () => aZone([aRecord('A', 'blog', '192.0.2.77')]) });
  api.live.send('dns-records', { zoneName: 'bluebottle.coffee' });
  await expect.element(row(/blog.bluebottle.coffee/)).toBeVisible();
  await expect.element(page.getByText('Your last change is on its way')).not.toBeInTheDocument();
});

test('if someone else has deleted the record meanwhile, a toast says so and the question closes [DNS-01]', async () => {
  const { api } = await openDns();
  await menu('A of www.bluebottle.coffee', 'Delete');
  const zone = aZone(theUsual().filter(({ type }) => type !== 'A'));
  api.use({ deleteDnsRecord: () => Promise.reject(refusal('RECORD_NOT_FOUND')), listDnsRecords: () => zone });
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Delete record' }).click();
  await expect.element(page.getByText('The A record of www.bluebottle.coffee had already been deleted.')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(row(/www/)).not.toBeInTheDocument();
});

test('the question names the record, and one press restores it afterwards [DNS-01]', async () => {
  const { api } = await openDns();
  await menu('A of www.bluebottle.coffee', 'Delete');
  const dialog = page.getByRole('alertdialog', { name: 'Delete the A record of www.bluebottle.coffee?' });
  await expect.element(dialog).toMatchTextContent(/no longer reach its server.*192.0.2.10/);
  await expectAccessible();
  api.use({
    deleteDnsRecord: () => {
      throw refusal('ZONE_FAULT', {
        attrs: { reason: 'TARGET_HAS_NO_ADDRESS', host: '@', type: 'MX', target: 'www.bluebottle.coffee' },
      });
    },
  });
  await dialog.getByRole('button', { name: 'Delete record' }).click();
  await expect
    .element(dialog)
    .toMatchTextContent(/www.bluebottle.coffee has no address yet, and bluebottle.coffee needs/);
  const zone = aZone(theUsual().filter(({ type }) => type !== 'A'));
  let isGone = false;
  const remove = () => {
    if (isGone) throw refusal('RECORD_NOT_FOUND');
    isGone = true;
    return {};
  };
  api.use({ deleteDnsRecord: remove, listDnsRecords: () => zone });
  await dialog.getByRole('button', { name: 'Delete record' }).dblClick();
  await expect.element(page.getByText('The A record of www.bluebottle.coffee has been deleted.')).toBeVisible();
  await expect.element(row(/www/)).not.toBeInTheDocument();
  await button('Undo').click();
  await expect.element(page.getByText('The A record of www.bluebottle.coffee is back.')).toBeVisible();
  expect(api.callsOf('upsertDnsRecord')[0]?.input).toEqual({
    type: 'A',
    host: 'www',
    values: ['192.0.2.10'],
    ttl: 3600,
  });
});

test('deleting a mail record warns in its own words, restoring it is exact, and the focus moves to the next row [DNS-01]', async () => {
  const key = aRecord('TXT', 'key1._domainkey', 'v=DKIM1; p=');
  const proof = aRecord('TXT', 'proof', '"as it is" ');
  const { api } = await openDns({ zone: aZone([...theUsual(), key, proof]) });
  await menu('TXT of bluebottle.coffee', 'Delete');
  const dialog = page.getByRole('alertdialog');
  await expect.element(dialog).toMatchTextContent(/no longer know who may send mail for bluebottle.coffee/);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await menu('TXT of key1._domainkey.bluebottle.coffee', 'Delete');
  await expect.element(dialog).toMatchTextContent(/no longer be able to check mail signed with this key/);
  await dialog.getByRole('button', { name: 'Delete record' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button('Actions for TXT of proof.bluebottle.coffee')).toHaveFocus();
  await menu('TXT of proof.bluebottle.coffee', 'Delete');
  await dialog.getByRole('button', { name: 'Delete record' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await button('Undo').last().click();
  await expect.poll(() => api.callsOf('upsertDnsRecord')[0]?.input).toMatchObject({ values: ['"\\"as it is\\" "'] });
});

test('the DS record for the registrar can be copied field by field, and one of another provider is a warning [DNS-02]', async () => {
  const record = { keyTag: 2371, algorithm: 13, digestType: 2, digest: '3490A6806D47F17A' };
  const signing = { records: [record], atRegistrar: 'none' as const, zoneStatus: 'active' as const };
  await openDns({ handlers: { readZoneSigning: () => ({ signing }) } });
  const note = (name: RegExp) => page.getByRole('region', { name });
  const copied: string[] = [];
  navigator.clipboard.writeText = (text) => Promise.resolve(void copied.push(text));
  await expect.element(note(/^Protect your domain/)).toMatchTextContent(/13\(ECDSA P-256.*wait a day/);
  await button('Copy Key tag').click();
  await button('Copy Digest').click();
  expect(copied).toEqual(['2371', '3490A6806D47F17A']);
  await expectAccessible();
  const moving = { records: [], atRegistrar: 'others' as const, zoneStatus: 'inactive' as const };
  await openDns({ handlers: { readZoneSigning: () => ({ signing: moving }) } });
  await expect.element(note(/^Delete the DS record before/)).toMatchTextContent(/then enter our name servers/);
});
