import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../journey.ts';
import { buyPro, createMailboxes } from '../server/panel-api.ts';
import { mailboxRow } from '../steps/mailboxes.ts';
import { signIn } from '../steps/sign-in.ts';
import { watchContext } from '../watch-context.ts';

test('changes by an admin in one browser show in another without a reload, even those made while it was offline [MBX-01, MBX-04, MBX-05, MBX-13]', async ({
  page,
  browser,
  postern,
  newDomain,
  faults,
}) => {
  const domain = newDomain('tandem');
  const bought = await buyPro(postern, { partner: 54, domain, email: `owner@${domain}-bills.example` }, 4);
  await createMailboxes(postern, bought, [
    { userName: 'ada', displayName: 'Ada Fields' },
    { userName: 'bert', displayName: 'Bert Maas' },
  ]);
  const ada = { email: `ada@${domain}`, password: 'Fresh-bread-2026!' };
  const context = await browser.newContext({ baseURL: postern.url });
  const { faults: elsewhere } = watchContext(context, postern.url);
  const other = await context.newPage();
  await Promise.all([signIn(page, ada), signIn(other, ada)]);
  await expect(mailboxRow(other, 'Bert Maas')).toContainText('Active');

  await test.step('created', async () => {
    await page.getByRole('button', { name: 'Create mailbox' }).click();
    const form = page.getByRole('dialog', { name: 'Create a mailbox' });
    await form.getByRole('textbox', { name: 'Who is it for?' }).fill('Zoe Quinn');
    await form.getByRole('textbox', { name: 'Address' }).fill('zoe');
    await form.getByRole('button', { name: 'Create mailbox' }).click();
    await page.getByRole('dialog', { name: 'Mailbox created' }).getByRole('button', { name: 'Done' }).click();
    await expect(mailboxRow(other, 'Zoe Quinn')).toBeVisible();
    await expect(other.getByText('3 mailboxes', { exact: true })).toBeVisible();
    await expect(page.getByText('3 mailboxes', { exact: true })).toBeVisible();
    await expectAccessible(other);
  });

  await test.step('suspended while the other was offline', async () => {
    await context.setOffline(true);
    await page.getByRole('button', { name: `Actions for bert@${domain}` }).click();
    await page.getByRole('menuitem', { name: 'Suspend', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
    await expect(mailboxRow(page, 'Bert Maas')).toContainText('Suspended');
    await expect(mailboxRow(other, 'Bert Maas')).toContainText('Active');
    await context.setOffline(false);
    await expect(mailboxRow(other, 'Bert Maas')).toContainText('Suspended');
  });

  await test.step('deleted', async () => {
    await page.getByRole('button', { name: `Actions for zoe@${domain}` }).click();
    await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete mailbox' }).click();
    await expect(mailboxRow(other, 'Zoe Quinn')).toHaveCount(0);
    await expect(other.getByText('2 mailboxes', { exact: true })).toBeVisible();
  });
  await context.close();
  expect([...faults, ...elsewhere]).toEqual([]);
});
