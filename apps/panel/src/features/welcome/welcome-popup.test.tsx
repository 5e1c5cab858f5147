import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { type PanelOptions, renderPanel } from '../../testing/render-panel.tsx';
import { aDomainElsewhere } from '../../testing/sample-domain.ts';
import { aCurrentPlan, anOrder, aPartner } from '../../testing/samples.ts';
import { servingChoices } from '../../testing/serving-choices.ts';

const dialog = page.getByRole('dialog', { name: 'You manage email at bluebottle.coffee' });
const brandDialog = page.getByRole('dialog', { name: 'Your email service is now called Sprout' });
const mailboxes = page.getByRole('heading', { name: 'Mailboxes', level: 1 });
const noMailboxes = aCurrentPlan({
  mailSuiteDetails: anOrder({ noOfAccounts: { limit: 10, purchased: 10, active: 0 } }),
});
const SERVER = { host: 'mail.harbour.test', port: 993 };
const rebranded = () => aPartner({ flags: { ...aPartner().flags, rebrandedToNeo: true }, productName: 'Sprout' });

const open = (options: PanelOptions = {}, path = '/email-accounts') =>
  renderPanel(path, { signedIn: true, isNewHere: true, ...options });

test('a domain admin sees once what the panel is for, and without mailboxes creates the first one [SHL-06]', async () => {
  await open({ handlers: { readCurrentPlan: () => ({ currentPlan: noMailboxes }) } });
  await expect.element(dialog).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Create your first mailbox' })).toHaveFocus();
  await expectAccessible();
  await page.getByRole('button', { name: 'Create your first mailbox' }).click();
  await expect.element(page.getByRole('dialog', { name: /Create/ })).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await open({ keepStorage: true });
  await expect.element(mailboxes).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('with mailboxes it leads to them, keeps the search, and is remembered for this customer only [SHL-06]', async () => {
  const { location } = await open({}, '/email-accounts?q=ada');
  await page.getByRole('button', { name: 'Go to mailboxes' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => location().href).toBe('/email-accounts?q=ada');
  const remembered = Object.keys(localStorage).filter((key) => key.startsWith('postern.welcome'));
  expect(remembered).toEqual([`postern.welcome.domain-admin.${sessionStorage.getItem('bllUserId')}`]);
});

test('it waits where a phone’s code has led, and is shown over the next screen [SHL-06, APP-01]', async () => {
  // Its code is there from now on, so that it would come at once.
  await open();
  await expect.element(dialog).toBeVisible();
  const servers = { imap: SERVER, pop: SERVER, smtp: SERVER };
  const handlers = { ...servingChoices(['ada']), readMailServers: () => servers };
  const { history } = await open({ handlers }, '/device-download?mailbox=ada%40bluebottle.coffee');
  await expect.element(page.getByRole('combobox', { name: 'Mailbox to set up' })).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  history.push('/email-accounts');
  await expect.element(dialog).toBeVisible();
});

test('closing it counts as seen, and shows the screen [SHL-06]', async () => {
  await open();
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(localStorage.getItem(`postern.welcome.domain-admin.${sessionStorage.getItem('bllUserId')}`)).toBe('1');
});

test('the mobile view welcomes no domain admin [SHL-06] [SHL-05]', async () => {
  localStorage.setItem('view', 'mobile');
  await open({ keepStorage: true });
  await expect.element(mailboxes).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  localStorage.removeItem('view');
});

test('where modals are pages the welcome replaces the screen [SHL-06]', async () => {
  localStorage.clear();
  localStorage.setItem('view', 'widget');
  await open({ keepStorage: true });
  const heading = page.getByRole('heading', { level: 1, name: 'You manage email at bluebottle.coffee' });
  await expect.element(heading).toBeVisible();
  await expect.element(mailboxes).not.toBeInTheDocument();
  await expectAccessible();
  await page.getByRole('button', { name: 'Go to mailboxes' }).click();
  await expect.element(mailboxes).toBeVisible();
  localStorage.removeItem('view');
});

test('customers of a partner with the new brand see its popup once, which leads to their mailboxes [SHL-06] [BRD-02]', async () => {
  const { api, location } = await renderPanel('/email-accounts', {
    signedIn: true,
    handlers: { readPartnerInfo: rebranded },
  });
  await expect.element(mailboxes).toBeVisible();
  await expect.element(brandDialog).not.toBeInTheDocument();
  localStorage.removeItem(`postern.welcome.new-brand.${sessionStorage.getItem('bllUserId')}`);
  await open({ isNewHere: true, keepStorage: true, handlers: { readPartnerInfo: rebranded } });
  await expect.element(brandDialog).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(brandDialog).not.toBeInTheDocument();
  await expect.poll(() => location().pathname).toBe('/email-accounts');
  expect(api.callsOf('readPartnerInfo')).not.toEqual([]);
});

test('while MX records lead elsewhere, the new brand continues to the records [SHL-06]', async () => {
  const handlers = { readPartnerInfo: rebranded, readDomainConnection: () => aDomainElsewhere() };
  await renderPanel('/email-accounts', { signedIn: true, handlers });
  await expect.element(mailboxes).toBeVisible();
  localStorage.removeItem(`postern.welcome.new-brand.${sessionStorage.getItem('bllUserId')}`);
  const { api, location } = await open({ keepStorage: true, handlers });
  await expect.poll(() => api.callsOf('readDomainConnection')).not.toEqual([]);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(() => location().pathname).toBe('/domain-verification');
});

test('a popup that is shown is reported [EVT-01]', async () => {
  const { api } = await open();
  await expect.element(dialog).toBeVisible();
  await expect
    .poll(() => api.callsOf('reportEntityChange').map((call) => call.input))
    .toContainEqual({
      name: 'welcome_shown',
      attrs: { popup: 'domain-admin' },
    });
});
