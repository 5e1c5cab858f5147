import { buyPro } from '../server/panel-api.ts';
import { WIDE } from './camera.ts';
import { button, field, openElsewhere, type Tour } from './tour.ts';

/** A list with two wrong lines, and a plan without room for the others; nothing is created. */
const LINES = ['anna, Anna Berg', 'bert, Bert Maas', 'not an address', 'orders, Orders', 'orders, Orders again'];

const WITH_FAULTS = [
  'aaltje, Aaltje de Vries',
  'abdoulaye, Abdoulaye Ndiaye',
  'orders+shop, Orders',
  'dorothea-magdalena.oberhuber-castellanos@bluebottel.example, Dorothea Oberhuber-Castellanos',
  'emil, Emil Ek, , , short',
];

export async function photographBulk(tour: Tour): Promise<void> {
  const { page, camera } = tour;
  await page.goto(new URL('/email-accounts/bulk', page.url()).href);
  const list = field(tour, 'bulk.create.list');
  await list.waitFor();
  await camera.take(page, 'bulk', '1-empty');
  await list.fill(LINES.join('\n'));
  await button(tour, 'bulk.create.check').click();
  await page.locator('#dry-run-title').waitFor();
  await camera.take(page, 'bulk', '2-dry-run');
  await photographSelection(tour);
  await photographLines(tour);
}

/** Lines that were refused, and those that became mailboxes. */
async function photographLines(tour: Tour): Promise<void> {
  const { postern, partner, newDomain, camera } = tour;
  const wish = { partner, domain: newDomain('roastery'), email: `owner@${newDomain('home')}` };
  const there = await openElsewhere(tour, await buyPro(postern, wish, 5));
  const { page } = there;
  await page.goto(new URL('/email-accounts/bulk', page.url()).href);
  await field(there, 'bulk.create.list').fill(WITH_FAULTS.join('\n'));
  await button(there, 'bulk.create.check').click();
  await page.locator('#dry-run-title').waitFor();
  await page.locator('form button[type=submit]').click();
  await page.locator('#bulk-undone').waitFor();
  await camera.take(page, 'bulk', '6-lines');
  await page.context().close();
}

/** All mailboxes selected, the preview of suspending them (the only admin stays), and the result of unsuspending them. */
async function photographSelection(tour: Tour): Promise<void> {
  const { page, camera } = tour;
  await selectAll(tour);
  await camera.take(page, 'bulk', '3-selected');
  await choose(tour, 'suspend');
  await camera.take(page, 'bulk', '4-action');
  await selectAll(tour);
  await choose(tour, 'unsuspend');
  await page.locator('form button[type=submit]').click();
  await button(tour, 'bulk.job.download').waitFor();
  await camera.take(page, 'bulk', '5-result');
}

async function selectAll({ page, words }: Tour): Promise<void> {
  await page.goto(new URL('/email-accounts', page.url()).href);
  await page.setViewportSize(WIDE);
  await page.getByRole('checkbox', { name: words('mailboxes.selection.loaded') }).click();
}

async function choose({ page, words }: Tour, action: string): Promise<void> {
  await page.setViewportSize(WIDE);
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: words(`mailboxes.menu.${action}`) })
    .click();
  await page.locator('#dry-run-title').waitFor();
}
