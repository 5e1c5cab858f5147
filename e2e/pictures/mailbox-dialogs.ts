import { button, closeDialog, field, openDialog, type Tour } from './tour.ts';

/** A mailbox without admin rights. */
const BERT = /bert@/;
/** The only admin's mailbox. */
const ADA = /ada@/;

/** The dialogs that a row's menu opens, one after the other. Only changes an alias and a suspension. */
export async function photographMailboxDialogs(tour: Tour): Promise<void> {
  for (const [action, state, whose] of SIMPLE) {
    await choose(tour, action, whose);
    await tour.camera.take(tour.page, 'mailbox', state);
    await closeDialog(tour);
  }
  await photographAliases(tour);
  await photographSuspension(tour);
}

const SIMPLE = [
  ['alternateEmail', '1-alternate-email', BERT],
  ['makeAdmin', '2-admin-rights', BERT],
  ['delete', '3-delete', BERT],
  ['resetPassword', '7-reset-password', BERT],
  ['shareLogin', '8-share-login', BERT],
  ['delete', '9-last-admin', ADA],
] as const;

async function choose({ page, words }: Tour, action: string, whose: RegExp = BERT): Promise<void> {
  const menu = page.getByRole('button', { name: words('mailboxes.menu.label') });
  await menu.and(page.getByRole('button', { name: whose })).click();
  await page.getByRole('menuitem', { name: words(`mailboxes.menu.${action}`) }).click();
  await openDialog(page).waitFor();
}

async function photographAliases(tour: Tour): Promise<void> {
  const { page, camera, words } = tour;
  await choose(tour, 'aliases');
  await page.getByText(words('aliases.none')).waitFor();
  await camera.take(page, 'aliases', '1-none');
  await button(tour, 'aliases.addAlias').click();
  await field(tour, 'aliases.name').fill('Bert, invoices');
  await field(tour, 'aliases.address').fill('invoices');
  await camera.take(page, 'aliases', '2-new');
  await button(tour, 'aliases.add').last().click();
  await button(tour, 'aliases.delete').first().waitFor();
  await camera.take(page, 'aliases', '3-one');
  await closeDialog(tour);
}

async function photographSuspension(tour: Tour): Promise<void> {
  const { page, camera, words } = tour;
  await choose(tour, 'suspend');
  await camera.take(page, 'mailbox', '4-suspend');
  await button(tour, 'mailboxes.suspend.confirm').last().click();
  await openDialog(page).waitFor({ state: 'detached' });
  const status = page.getByRole('button', { name: words('mailboxes.status.suspended') }).first();
  await status.click();
  await camera.take(page, 'mailbox', '5-suspended');
  await page.keyboard.press('Escape');
  await choose(tour, 'unsuspend');
  await camera.take(page, 'mailbox', '6-unsuspend');
  await closeDialog(tour);
}
