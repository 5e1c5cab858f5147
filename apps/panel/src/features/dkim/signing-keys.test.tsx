import type { ErrorCode } from '@postern/contract/errors';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { gate, refusal } from '../../testing/fake-api.ts';
import { aKey, anActiveKey, openReputation } from '../../testing/open-reputation.ts';
import { aConnectedDomain } from '../../testing/sample-domain.ts';

const PHONE = [390, 844] as const;
const region = (name: string) => page.getByRole('region', { name, exact: true });
const card = (selector: string) => page.getByRole('group', { name: `Key ${selector}` });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const cards = () => [...document.querySelectorAll('main h4[id]')].map((each) => each.textContent);

test('a key is created, its record copied and found, and then it signs [DKM-01]', async () => {
  const wait = gate();
  await openReputation([], { looked: wait.closed });
  await button('Create a key').click();
  await expect.element(card('made').getByText('Inactive', { exact: true })).toBeVisible();
  const copied: string[] = [];
  navigator.clipboard.writeText = (text) => Promise.resolve(void copied.push(text));
  await button('Copy Name of key made').click();
  await button('Copy Value of key made').click();
  const { host, value } = aKey('made');
  await expect.poll(() => copied).toEqual([host, value]);
  await expectAccessible();
  await button('Check and switch on').click();
  await expect.element(card('made').getByText('Verifying', { exact: true })).toBeVisible();
  wait.open();
  await expect.element(card('made').getByText('Active', { exact: true })).toBeVisible();
  await expect
    .element(page.getByText('Mail from bluebottle.coffee is signed with this key from now on.'))
    .toBeVisible();
  await expect.element(region('Your mail is signed')).toMatchTextContent(/key made/);
});

test('a newly enabled key moves to the top; the previous one says until when it signs [DKM-01]', async () => {
  await openReputation([anActiveKey('old'), aKey('new')]);
  await expect.element(card('new').getByText(/keeps signing for twelve hours after the switch/)).toBeVisible();
  await expect.poll(cards).toEqual(['Key old', 'Key new']);
  await button('Check and switch on').click();
  await expect.poll(cards).toEqual(['Key new', 'Key old']);
  await expect.element(card('old').getByText('Switched off', { exact: true })).toBeVisible();
  await expect
    .element(card('old').getByText(/Keeps signing until .*Leave its record in the DNS until then/))
    .toBeVisible();
  await expect.element(card('old').getByRole('button', { name: 'Switch on', exact: true })).toBeVisible();
  await expectAccessible();
});

test('if we host the DNS, one press adds the record and enables the key; an existing record is fine [DKM-01]', async () => {
  const { api } = await openReputation([aKey('s1')], {
    domain: aConnectedDomain({ zoneStatus: 'active' }),
    handlers: {
      upsertDnsRecord: () => {
        throw refusal('RECORD_EXISTS');
      },
    },
  });
  await button('Add record and switch on').click();
  await expect.element(card('s1').getByText('Active', { exact: true })).toBeVisible();
  expect(api.callsOf('upsertDnsRecord').map(({ input }) => input)).toMatchObject([
    { type: 'TXT', host: 's1._domainkey', values: [aKey('s1').value], ttl: 3600 },
    { type: 'TXT', host: 's1-ed25519._domainkey', values: [aKey('s1').ed25519?.value], ttl: 3600 },
  ]);
  // If the zone has room for only one more record, the key still signs.
  const second = await openReputation([aKey('s2')], {
    domain: aConnectedDomain({ zoneStatus: 'active' }),
    handlers: {
      upsertDnsRecord: ({ host }) => {
        if (host.includes('ed25519')) throw refusal('RECORD_LIMIT_REACHED', { attrs: { maximum: 200 } });
        return { record: { recordId: aKey('s2').dkimId, type: 'TXT', host, values: [aKey('s2').value], ttl: 3600 } };
      },
    },
  });
  await button('Add record and switch on').click();
  await expect.element(card('s2').getByText('Active', { exact: true })).toBeVisible();
  expect(second.api.callsOf('upsertDnsRecord')).toHaveLength(2);
});

test('the Ed25519 record of a key is optional, and is checked on demand [DKM-01]', async () => {
  const { host = '', value = '' } = aKey('s1').ed25519 ?? {};
  const { api, kept } = await openReputation([anActiveKey('s1', { ed25519: { host, value, isSeen: false } })]);
  await card('s1').getByText('Show its record').click();
  await card('s1').getByText('A second record, if you like').click();
  await expect.element(card('s1').getByText(value)).toBeVisible();
  await expectAccessible();
  api.use({
    enableDkimKey: () => {
      kept.keys = [anActiveKey('s1')];
      return { key: anActiveKey('s1') };
    },
  });
  await button('Check for the second record').click();
  await expect.element(card('s1').getByText('The second record was found')).toBeVisible();
  await expect.element(button('Check for the second record')).not.toBeInTheDocument();
});

test('each failure has its text, in a toast and at the key, and the next try clears it [DKM-03]', async () => {
  const { api } = await openReputation([aKey('s1')]);
  const cases: [ErrorCode, Record<string, unknown>, RegExp][] = [
    ['BAD_REQUEST', {}, /s1\._domainkey\.bluebottle\.coffee doesn't contain a valid key/],
    ['DKIM_NOT_FOUND', {}, /This key no longer exists/],
    ['NOT_FOUND', {}, /This no longer exists/],
    ['HOST_NOT_FOUND', {}, /We can't find s1\._domainkey\.bluebottle\.coffee yet/],
    ['HOST_NOT_FOUND', { reason: 'no-data' }, /There is no TXT record at s1\._domainkey/],
    ['TOKEN_NOT_FOUND', {}, /has a different value/],
    ['LOOKUP_TIMEOUT', {}, /didn't answer in time/],
    ['EXTERNAL_ERROR', {}, /answered with an error/],
    ['INTERNAL_SERVER_ERROR', {}, /went wrong on our side/],
    ['TOO_MANY_ATTEMPTS', {}, /too (?:many|often)/i],
  ];
  for (const [code, attrs, text] of cases) {
    api.use({
      enableDkimKey: () => {
        throw refusal(code, { attrs });
      },
    });
    await button('Check and switch on').click();
    await expect.element(card('s1').getByText(text)).toBeVisible();
    await expect.element(page.getByRole('region', { name: 'Messages' }).getByText(text)).toBeVisible();
  }
  await expectAccessible();
  await expect.element(card('s1').getByText('Inactive', { exact: true })).toBeVisible();
});

test('deleting asks first and says what that means for mail; the remaining hours are shown [DKM-01]', async () => {
  const { api, kept } = await openReputation([anActiveKey('s1'), aKey('s2')]);
  await button('Delete key s2').click();
  const unused = page.getByRole('alertdialog', { name: 'Delete key s2?' });
  await expect.element(unused).toMatchTextContent(/No mail is signed with it/);
  await unused.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(unused).not.toBeInTheDocument();
  await button('Delete key s1').click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete key s1?' });
  await expect.element(dialog).toMatchTextContent(/keeps signing for twelve hours/);
  await expectAccessible();
  const signsUntil = new Date(Date.now() + 12 * 3_600_000).toISOString();
  api.use({
    deleteDkimKey: ({ dkimId }) => {
      const key = { ...anActiveKey('s1'), dkimId, isEnabled: false, status: 'deleting' as const, signsUntil };
      kept.keys = [aKey('s2'), key];
      return { key };
    },
  });
  await dialog.getByRole('button', { name: 'Delete key' }).click();
  await expect.element(card('s1').getByText('Deleting', { exact: true })).toBeVisible();
  await expect.element(card('s1').getByText(/Keeps signing until/)).toBeVisible();
  await expect.element(button('Delete key s1')).not.toBeInTheDocument();
});

test('after a year the next key is proposed, and one press creates it; changes by another admin are shown live [DKM-01]', async () => {
  const { api, kept } = await openReputation([anActiveKey('old', { isRollOverDue: true })]);
  await expect.element(page.getByText('This key has signed for a year')).toBeVisible();
  await expectAccessible();
  await button('Create the next key').click();
  await expect.element(page.getByText(/The next key, made, is ready/)).toBeVisible();
  await expect.element(button('Create the next key')).not.toBeInTheDocument();
  await expect.poll(() => api.live.count).toBe(1);
  kept.keys = [anActiveKey('made'), { ...aKey('old'), status: 'active' }];
  api.live.send('dkim-keys', {});
  await expect.poll(cards).toEqual(['Key made', 'Key old']);
  await expect.element(page.getByText('This key has signed for a year')).not.toBeInTheDocument();
});

test('a domain with the maximum number of keys cannot get another one; on a phone a long value stays inside the screen [DKM-01]', async () => {
  await openReputation([anActiveKey('s0'), ...[1, 2, 3, 4, 5].map((place) => aKey(`s${place}`))], {
    viewport: PHONE,
    locale: 'de-de',
  });
  await expect.element(button('Weiteren Schlüssel erstellen')).toBeDisabled();
  await expect.element(page.getByText(/höchstens 6 Schlüssel/)).toBeVisible();
  await expect.poll(() => document.documentElement.scrollWidth).toBe(PHONE[0]);
  await expectAccessible();
});
