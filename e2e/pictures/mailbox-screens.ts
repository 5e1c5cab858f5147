import { PHONE, WIDE } from './camera.ts';
import { button, closeDialog, field, openDialog, type Tour } from './tour.ts';

/** From the empty list of a domain to its first mailbox. */
export async function photographFirstMailbox(tour: Tour): Promise<void> {
  const { page, camera, words } = tour;
  await page.getByRole('heading', { name: words('firstSteps.title') }).waitFor();
  await camera.take(page, 'mailboxes', '1-empty');
  await button(tour, 'mailboxes.page.create').first().click();
  const name = field(tour, 'mailboxes.create.displayName');
  await name.waitFor();
  await camera.take(page, 'create', '1-pristine');
  await button(tour, 'mailboxes.create.submit').last().click();
  await page.getByText(words('mailboxes.create.displayNameRequired')).waitFor();
  await camera.take(page, 'create', '2-invalid');
  await name.fill('Orders');
  await field(tour, 'mailboxes.create.userName').fill('orders');
  await page.getByRole('switch', { name: words('mailboxes.create.generate') }).click();
  await page.locator('[name=password]').fill('abc');
  await camera.take(page, 'create', '3-own-password');
  await button(tour, 'shell.action.cancel').click();
  await button(tour, 'shell.discard.keep').last().waitFor();
  await camera.take(page, 'create', '4-discard');
  await button(tour, 'shell.discard.keep').last().click();
  await page.locator('[name=password]').fill('Fresh-bread-2026!');
  await button(tour, 'mailboxes.create.submit').last().click();
  await button(tour, 'mailboxes.created.done').waitFor();
  await camera.take(page, 'create', '5-created');
  await button(tour, 'mailboxes.created.done').click();
  await page.getByText('Orders').first().waitFor();
  await camera.take(page, 'mailboxes', '2-one');
  await page.locator('[aria-haspopup=menu]').last().click();
  await page.getByRole('menuitem', { name: words('mailboxes.menu.delete') }).click();
  await openDialog(page).waitFor();
  await camera.take(page, 'mailbox', '10-replace');
  await closeDialog(tour);
}

export async function photographWelcome(tour: Tour): Promise<void> {
  await tour.page.getByRole('dialog', { name: tour.words('welcome.admin.title') }).waitFor();
  await tour.camera.take(tour.page, 'frame', 'welcome');
  await closeWelcome(tour);
}

/** The welcome of a new customer, shown once. */
export async function closeWelcome({ page, words }: Tour): Promise<void> {
  await page
    .getByRole('dialog', { name: words('welcome.admin.title') })
    .getByRole('button', { name: words('app.close') })
    .click();
}

/** A list with mailboxes, with a full plan. */
export async function photographList(tour: Tour): Promise<void> {
  const { page, camera, words } = tour;
  await page.locator('[aria-haspopup=menu]').nth(3).waitFor();
  await camera.take(page, 'mailboxes', '3-list');
  await page.locator('[aria-haspopup=menu]').nth(2).click();
  await page.getByRole('menu').waitFor();
  await camera.take(page, 'mailboxes', '4-row-menu');
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox').fill('nobody');
  await page.getByText(words('mailboxes.search.nothing')).waitFor();
  await camera.take(page, 'mailboxes', '5-nothing-found');
  await page.getByRole('searchbox').fill('');
  await page.locator('[aria-haspopup=menu]').nth(3).waitFor();
  await button(tour, 'mailboxes.page.create').first().click();
  await button(tour, 'mailboxes.support.close').last().waitFor();
  await camera.take(page, 'mailboxes', '6-plan-full');
  await button(tour, 'mailboxes.support.close').last().click();
}

export async function photographOffline({ page, camera, words }: Tour): Promise<void> {
  await page.context().setOffline(true);
  await page.getByText(words('app.offline')).waitFor();
  await camera.take(page, 'app', 'offline');
  await page.context().setOffline(false);
  await page.getByText(words('app.online')).waitFor();
}

/** While the list is loading, and when loading fails. */
export async function photographWaiting({ page, camera, words }: Tour): Promise<void> {
  const list = '**/panel/account/email/list**';
  const release = Promise.withResolvers<void>();
  await page.route(list, async (route) => {
    await release.promise;
    await route.abort();
  });
  await page.reload({ waitUntil: 'commit' });
  await page.getByRole('heading', { name: words('mailboxes.page.title') }).waitFor();
  await camera.take(page, 'mailboxes', '7-loading');
  release.resolve();
  await page.getByText(words('mailboxes.failed.title')).waitFor({ timeout: 40_000 });
  await camera.take(page, 'mailboxes', '8-failed');
  await page.unroute(list);
}

/** The menus of the frame around the page, which differs on a phone. */
export async function photographFrame({ page, camera, words }: Tour, isPhone: boolean): Promise<void> {
  if (isPhone) {
    await page.getByRole('button', { name: words('shell.menu.open') }).click();
    await camera.take(page, 'frame', 'drawer', PHONE);
    await page.keyboard.press('Escape');
    return;
  }
  await page
    .getByRole('button', { name: new RegExp(words('shell.account.menu').source.replaceAll(/[$^]/g, '')) })
    .click();
  await camera.take(page, 'frame', 'account', WIDE);
  await page.keyboard.press('Escape');
  await page.locator('aside button, nav button').first().click();
  await camera.take(page, 'frame', 'domains', WIDE);
  await page.keyboard.press('Escape');
}

export async function photographImport({ page, camera, words }: Tour): Promise<void> {
  const before = page.url();
  await page.goto(new URL('/import-email', before).href);
  await page.getByRole('heading', { name: words('mailImport.empty.title') }).waitFor();
  await camera.take(page, 'import', '1-empty');
  await page.goto(new URL('/import-email?new=1', before).href);
  await page.locator('[name=remoteEmail]').waitFor();
  await camera.take(page, 'import', '2-new');
  await page.getByRole('button', { name: words('mailImport.new.test') }).click();
  await page.locator('[aria-invalid=true]').first().waitFor();
  await camera.take(page, 'import', '3-missing');
  await page.getByText('GMX', { exact: true }).click();
  await camera.take(page, 'import', '4-provider');
  await page.getByText('Microsoft 365', { exact: true }).click();
  await camera.take(page, 'import', '5-impossible');
  await page.goto(before);
}

export async function photographActivity({ page, camera, words }: Tour): Promise<void> {
  const before = page.url();
  await page.goto(new URL('/activity', before).href);
  await page.getByRole('button', { name: words('activity.export.label') }).waitFor();
  await page.getByRole('listitem').first().waitFor();
  await camera.take(page, 'activity', '1-list');
  await page.goto(before);
}
