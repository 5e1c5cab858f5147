import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../journey.ts';
import { buyPro } from '../server/panel-api.ts';
import { codeOf } from '../steps/authenticator.ts';
import { openPanel } from '../steps/open-panel.ts';
import { choosePassword, fillSignIn } from '../steps/sign-in.ts';
import { watchContext } from '../watch-context.ts';

const PASSWORD = 'Harbour-light-2026!';

test('a supporter signs in with a code, finds a customer and starts a visit; its owner sees it and its steps live, undoes one, ends it, and the supporter is out at once [SUP-01, EVT-01, DNS-01]', async ({
  page: ownersPage,
  browser,
  postern,
  newDomain,
  faults,
}) => {
  const domain = newDomain('visited');
  const bought = await buyPro(postern, { partner: 54, domain, email: `owner@${newDomain('home')}` }, 2);
  const mara = { email: `mara@${newDomain('support')}`, password: PASSWORD };
  const who = ['--role', 'partnerSupport', '--partner', '54', '--email', mara.email, '--name', 'Mara Lindqvist'];
  const { url: link } = (await postern.command('staff', 'create', ...who)) as { url: string };
  const context = await browser.newContext({ baseURL: postern.url });
  const { faults: elsewhere } = watchContext(context, postern.url);
  const page = await context.newPage();
  const code = page.getByRole('textbox', { name: '6-digit code' });
  const search = page.getByRole('textbox', { name: 'Search' });

  await test.step('the link sets the password, and the first sign-in the second factor', async () => {
    await page.goto(link);
    await choosePassword(page, mara.password);
    await fillSignIn(page, mara);
    await expect(page.getByRole('heading', { name: 'Protect your sign-in' })).toBeVisible();
    const address = await page.locator('a[href^="otpauth:"]').getAttribute('href');
    const secret = /secret=([A-Z2-7]+)/.exec(address ?? '')?.[1] ?? '';
    await code.fill(codeOf(secret));
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await expect(search).toBeVisible();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await fillSignIn(page, mara);
    await code.fill(codeOf(secret, 1));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(search).toBeVisible();
  });
  const visitBar = page.getByRole('region', { name: 'Support visit' });
  await openPanel(ownersPage, postern, bought);
  const ownersBar = ownersPage.getByRole('region', { name: 'Support visit' });
  await expect(ownersPage.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(ownersBar).toHaveCount(0);

  await test.step('the customer’s page says who it is, and a visit starts there with a reason', async () => {
    await search.fill(domain);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: 'Rosa Brandt' }).click();
    await expect(page.getByRole('heading', { name: 'Rosa Brandt', level: 1 })).toBeVisible();
    await expect(page.getByText(/^Pro, monthly/)).toBeVisible();
    await expect(page.getByText('Nobody has visited yet.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: `Visit ${domain}` }).click();
    await page.getByRole('textbox', { name: 'Why are you visiting?' }).fill('Too much spam');
    await page.getByRole('textbox', { name: /^Ticket/ }).fill('48213');
    await page.getByRole('button', { name: 'Start visit' }).click();
    await expect(visitBar).toContainText(`You are visiting ${domain}`);
    await expect(visitBar).toContainText('ticket 48213');
  });
  await test.step('the owner, who has not reloaded, sees who is there and why, and each step', async () => {
    await expect(ownersBar).toContainText('Mara Lindqvist');
    await expect(ownersBar).toContainText('“Too much spam”, ticket 48213.');
    await ownersBar.getByRole('link', { name: 'See what support does' }).click();
    await expect(ownersPage.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible();
    await page.getByRole('link', { name: 'Spam filter' }).click();
    await expect(ownersPage.getByText('Looked at the spam filter')).toBeVisible();
    await page.getByRole('radio', { name: /^Basic/ }).click();
    await page.getByRole('button', { name: 'Switch to basic' }).click();
    await expect(ownersPage.getByText(/^Spam filter changed/)).toBeVisible();
    await expectAccessible(ownersPage);
  });
  await test.step('the owner undoes a record that support added', async () => {
    await page.getByRole('link', { name: 'DNS records' }).click();
    await page.getByRole('button', { name: 'Add record', exact: true }).first().click();
    const form = page.getByRole('dialog', { name: 'Add a DNS record' });
    await form.getByRole('textbox', { name: /^Name/ }).fill('shop');
    await form.getByRole('textbox', { name: 'IPv4 address' }).fill('192.0.2.1');
    await form.getByRole('button', { name: 'Add record' }).click();
    await expect(form).toHaveCount(0);
    const undo = ownersPage.getByRole('button', { name: 'Undo: DNS record added: A shop' });
    await expect(undo).toBeVisible();
    await expectAccessible(ownersPage);
    await undo.click();
    await expect(ownersPage.getByText('The records are back as they were.')).toBeVisible();
    await expect(undo).toHaveCount(0);
    await expect(page.getByText('192.0.2.1')).toHaveCount(0);
  });
  await test.step('the owner ends the visit, and the supporter is out', async () => {
    await ownersBar.getByRole('button', { name: 'End visit' }).click();
    await expect(visitBar).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'DNS records' })).toHaveCount(0);
    await expect(search).toBeVisible();
    await expect(ownersBar).toHaveCount(0);
    await expect(ownersPage.getByText(/^Visit ended, by owner@/)).toBeVisible();
    await search.fill(domain);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: 'Rosa Brandt' }).click();
    await expect(page.getByText('“Too much spam”, ticket 48213.')).toBeVisible();
  });
  await context.close();
  expect([...faults, ...elsewhere]).toEqual([]);
});
