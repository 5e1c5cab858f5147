import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../journey.ts';
import { buyPro, createMailboxes } from '../server/panel-api.ts';
import { sendMail } from '../server/send-mail.ts';
import { mailboxRow } from '../steps/mailboxes.ts';
import { openPanel } from '../steps/open-panel.ts';

const REFUSED = { accepted: false, code: 550 };
const ATTACHMENT_BYTES = 2 * 1_048_576;
/** The size of such a message in a mailbox: base64 in lines is a little more than a third longer. */
const MESSAGE_MB = 2.74;
const people = ['ada', 'bert', 'orders'].map((userName) => ({ userName, displayName: `The ${userName} box` }));

test('mail to a forwarder reaches all its recipients, the catch-all only takes what nothing else matches, and the spam level is kept [FWD-01, CAT-01, SPM-01]', async ({
  page,
  postern,
  newDomain,
}) => {
  const domain = newDomain('team');
  const bought = await buyPro(
    postern,
    { partner: 54, domain, email: `owner@${newDomain('team-home')}` },
    people.length,
  );
  await createMailboxes(postern, bought, people);
  await openPanel(page, postern, bought);
  const go = async (entry: string) => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: entry }).click();
    await expect(page.getByRole('heading', { name: entry, level: 1 })).toBeVisible();
  };
  /** How many of the messages are in each mailbox, by its usage. */
  const received = async (): Promise<number[]> => {
    await go('Mailboxes');
    await page.reload();
    const shown = people.map(({ displayName }) => mailboxRow(page, displayName).getByText(/\sof 10\sGB/));
    for (const each of shown) await expect(each).toBeVisible();
    const texts = await Promise.all(shown.map((each) => each.innerText()));
    return texts.map((text) => (/MB\sof/.test(text) ? Math.round(Number.parseFloat(text) / MESSAGE_MB) : 0));
  };
  const send = (to: string) => sendMail(postern.smtpPort, `${to}@${domain}`, ATTACHMENT_BYTES);

  await test.step('forwarder', async () => {
    await go('Forwarders');
    await expectAccessible(page);
    expect(await send('sales')).toEqual(REFUSED);
    await page.getByRole('button', { name: 'Create forwarder' }).click();
    const form = page.getByRole('dialog', { name: 'Create a forwarder' });
    await form.getByRole('textbox', { name: 'Address' }).fill('sales');
    for (const name of ['ada', 'bert']) {
      await form.getByRole('combobox', { name: 'Deliver to' }).fill(name);
      await page.getByRole('option', { name: `${name}@${domain}` }).click();
    }
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Create forwarder' }).click();
    await expect(page.getByRole('row').filter({ hasText: `sales@${domain}` })).toContainText(`bert@${domain}`);
    await expectAccessible(page);
    expect(await send('sales')).toMatchObject({ accepted: true });
    expect(await received()).toEqual([1, 1, 0]);
  });

  await test.step('catch-all', async () => {
    await go('Catch-all');
    await expectAccessible(page);
    expect(await send('typo')).toEqual(REFUSED);
    await page.getByRole('button', { name: 'Set catch-all' }).click();
    await page.getByRole('combobox', { name: 'Deliver to' }).fill('orders');
    await page.getByRole('option', { name: `orders@${domain}` }).click();
    await page.getByRole('button', { name: 'Set catch-all' }).click();
    await expect(
      page.getByRole('heading', { name: `Mail to unknown addresses goes to orders@${domain}` }),
    ).toBeVisible();
    await expectAccessible(page);
    for (const to of ['typo', 'sales', 'ada']) expect(await send(to)).toMatchObject({ accepted: true });
    expect(await received()).toEqual([3, 2, 1]);
  });

  await test.step('spam level', async () => {
    await go('Spam filter');
    await expect(page.getByRole('radio', { name: /^Strict/ })).toBeChecked();
    await expectAccessible(page);
    await page.getByRole('radio', { name: /^Basic/ }).click();
    const question = page.getByRole('alertdialog', { name: 'Switch to basic filtering?' });
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Switch to basic' }).click();
    await expect(question).toBeHidden();
    await page.reload();
    await expect(page.getByRole('radio', { name: /^Basic/ })).toBeChecked();
  });

  await test.step('apps', async () => {
    await go('Apps and devices');
    await expect(page.getByRole('region', { name: 'Incoming mail (IMAP)' })).toContainText('993');
    await expectAccessible(page);
    const unknown = await page.request.get('/autodiscover/autodiscover.json', { failOnStatusCode: false });
    expect(unknown.status(), 'what an app asks in vain').toBe(404);
    const href = await page.getByRole('link', { name: 'Download profile' }).getAttribute('href');
    const profile = await page.request.get(href ?? '');
    expect(profile.headers()['content-type']).toContain('application/x-apple-aspen-config');
    expect(await profile.text()).toContain(`<string>ada@${domain}</string>`);
  });
});
