import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../journey.ts';
import { buyPro, callPanel, createMailboxes } from '../server/panel-api.ts';
import { mailboxRow } from '../steps/mailboxes.ts';
import { openPanel } from '../steps/open-panel.ts';
import { signIn } from '../steps/sign-in.ts';
import { watchContext } from '../watch-context.ts';

const PASSWORD = 'Fresh-bread-2026!';
/** More than one page of the list. */
const DESKS = Array.from({ length: 104 }, (_, place) => `desk-${String(place + 1).padStart(3, '0')}`);
const LINES = [`anna,Anna Berg,,yes,${PASSWORD}`, 'not an address', 'zoe', 'anna', ...DESKS];

test('a pasted list becomes mailboxes after a preview, a failed line is tried again and a refused one corrected in place, and all but one are suspended together [MBX-02] [MBX-03] [MBX-05] [MBX-13]', async ({
  page,
  browser,
  postern,
  newDomain,
  faults,
}) => {
  const domain = newDomain('many');
  const bought = await buyPro(postern, { partner: 54, domain, email: `owner@${newDomain('many-home')}` }, 120);
  await openPanel(page, postern, bought);
  const row = (name: string) => page.getByRole('row').filter({ hasText: `${name}@${domain}` });

  await test.step('dry run', async () => {
    await page.getByRole('link', { name: 'Create several' }).click();
    await page.getByRole('textbox', { name: 'One mailbox per line' }).fill(LINES.join('\n'));
    await page.getByRole('button', { name: 'Check the list' }).click();
    await expect(page.getByRole('heading', { name: '106 mailboxes will be created' })).toBeVisible();
    await expect(page.getByText('2 lines need fixing')).toBeVisible();
    await expect(page.getByText('Line 1 has the same address.')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('one address goes meanwhile, and is free again for the second try', async () => {
    await createMailboxes(postern, bought, [{ userName: 'zoe', displayName: 'Zoe Quinn' }]);
    await page.getByRole('button', { name: 'Create 106 mailboxes' }).click();
    await expect(page.getByRole('heading', { name: '105 mailboxes created' })).toBeVisible();
    await expect(page.getByText('Three lines were refused.').last()).toBeVisible();
    const zoe = page.getByRole('textbox', { name: 'Address in line 3' });
    await expect(page.getByRole('row').filter({ has: zoe })).toContainText('This address is already taken');
    await callPanel(postern.url, '/panel/account/email/delete', { email: `zoe@${domain}` }, bought.token);
    await page.getByRole('textbox', { name: 'Address in line 2' }).fill('office');
    await page.getByRole('button', { name: 'Skip line 4' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Try these 2 again' }).click();
    await expect(page.getByRole('heading', { name: '107 mailboxes created' })).toBeVisible();
    await expect(row('zoe')).toContainText('Created');
    await expect(row('office')).toContainText('Created');
    await expect(page.getByText('One line was refused.').last()).toBeVisible();
  });

  await test.step('all but one are suspended', async () => {
    await page.getByRole('link', { name: 'Mailboxes' }).first().click();
    await page.getByRole('checkbox', { name: 'Select all in the list' }).click();
    const bar = page.getByRole('toolbar', { name: 'Actions for the selected mailboxes' });
    await bar.getByRole('button', { name: 'Select all 107' }).click();
    await page.getByRole('checkbox', { name: `Select anna@${domain}` }).click();
    await expect(bar.getByText('106 selected')).toBeVisible();
    await bar.getByRole('button', { name: 'Suspend', exact: true }).click();
    await expect(page.getByRole('heading', { name: '106 mailboxes will be suspended' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Suspend 106 mailboxes' }).click();
    await expect(page.getByRole('heading', { name: '106 mailboxes suspended' })).toBeVisible();
  });

  await test.step('the mailbox of the list signs in', async () => {
    const context = await browser.newContext({ baseURL: postern.url });
    const { faults: elsewhere } = watchContext(context, postern.url);
    const anna = await context.newPage();
    await signIn(anna, { email: `anna@${domain}`, password: PASSWORD });
    await expect(mailboxRow(anna, 'Anna Berg')).toContainText('Active');
    await expect(mailboxRow(anna, 'desk-001')).toContainText('Suspended');
    await context.close();
    expect([...faults, ...elsewhere]).toEqual([]);
  });
});
