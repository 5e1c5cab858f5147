import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openMailboxes } from '../../testing/open-mailboxes.tsx';
import { aMailbox } from '../../testing/serving-mailboxes.ts';
import { aRecord, aZone, openDns } from '../../testing/open-dns.tsx';
import { aBundle, aLogin } from '../../testing/samples.ts';

const DOMAIN = 'xn--bckerei-mller-bfb28a.example';
const bundle = aBundle({ name: DOMAIN, domainName: DOMAIN });
const surroundings = {
  signedIn: aLogin({ primaryDomain: DOMAIN, userEmail: `ada@${DOMAIN}`, bundles: [bundle] }),
  handlers: { listBundles: () => ({ bundles: [bundle] }) },
};
/** How often the technical form appears anywhere on the page. */
const technical = () => document.body.innerHTML.split('xn--').length - 1;

test('mailboxes show a domain in its own script, and are copied in the technical form [MBX-01] [MBX-02]', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const ada = { ...aMailbox('Ada Fields', 'ada', { isAdmin: true }), email: `ada@${DOMAIN}` };
  const { api } = await openMailboxes({
    mailboxes: [ada],
    ...surroundings,
    handlers: {
      ...surroundings.handlers,
      createMailbox: ({ email }) => ({ account: { ...aMailbox('Bob Quinn', 'bob'), email } }),
    },
  });
  await expect.element(page.getByRole('row', { name: /ada@bäckerei-müller\.example/ })).toBeVisible();
  await expect.element(page.getByText(/Everyone at bäckerei-müller\.example/)).toBeVisible();
  await expect.element(page.getByRole('complementary').getByText('bäckerei-müller.example')).toBeVisible();
  await page.getByRole('button', { name: 'Create mailbox' }).click();
  await page.getByRole('textbox', { name: 'Who is it for?' }).fill('Bob Quinn');
  const address = page.getByRole('textbox', { name: 'Address' });
  await address.fill('Bob@Bäckerei-Müller.example');
  await expect.element(address).toHaveValue('Bob');
  await expect.element(page.getByText('@bäckerei-müller.example', { exact: true }).first()).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Create mailbox' }).click();
  const created = page.getByRole('dialog', { name: 'Mailbox created' });
  await expect.element(created.getByText('bob@bäckerei-müller.example', { exact: true })).toBeVisible();
  expect(api.callsOf('createMailbox')[0]?.input).toMatchObject({ email: `bob@${DOMAIN}` });
  await created.getByRole('button', { name: 'Copy Email address' }).click();
  await expect.poll(() => write.mock.lastCall).toEqual([`bob@${DOMAIN}`]);
  await created.getByRole('button', { name: 'Copy both' }).click();
  await expect.poll(() => write.mock.lastCall?.[0]).toContain(`Email address: bob@${DOMAIN}\n`);
  write.mockRestore();
});

test('records show a domain in its own script, with the technical form once beneath [DNS-01]', async () => {
  const { api } = await openDns({ zone: aZone([aRecord('A', 'www', '192.0.2.10')]), ...surroundings });
  await expect.element(page.getByRole('row', { name: /www\.bäckerei-müller\.example/ })).toBeVisible();
  await expect.element(page.getByText(`In technical form: ${DOMAIN}`)).toBeVisible();
  await page.getByRole('button', { name: 'Add record' }).click();
  await expect.element(page.getByText('.bäckerei-müller.example', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Leave it empty for bäckerei-müller.example itself.')).toBeVisible();
  await page.getByRole('textbox', { name: /^Name/ }).fill('laden.Bäckerei-Müller.example');
  await page.getByRole('textbox', { name: 'IPv4 address' }).fill('192.0.2.44');
  await page.getByRole('dialog').getByRole('button', { name: 'Add record' }).click();
  await expect.element(page.getByText('The A record of laden.bäckerei-müller.example has been added.')).toBeVisible();
  expect(api.callsOf('upsertDnsRecord')[0]?.input).toMatchObject({ host: 'laden' });
  await page.getByRole('button', { name: 'Actions for A of www.bäckerei-müller.example' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect.element(page.getByRole('alertdialog', { name: /bäckerei-müller\.example/ })).toBeVisible();
  expect(technical()).toBe(1);
});
