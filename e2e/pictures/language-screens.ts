import type { Bought } from '../server/panel-api.ts';
import { closeWelcome } from './mailbox-screens.ts';
import { button, openDialog, openLink, type Tour } from './tour.ts';

/** The main screens, by the path that opens them. */
const PATHS = [
  '/email-accounts',
  '/domain-verification',
  '/manage-dns',
  '/email-reputation',
  '/internal-forward',
  '/spam-filter-control',
  '/import-email',
  '/billing-and-subscription',
  '/billing-and-upgrade',
  '/buy-email-account',
  '/security',
  '/activity',
  '/device-download',
  '/change-domain',
];

/** The main screens of a language as they first appear, for a reader of the language to review. */
export async function photographLanguage(tour: Tour, { wish }: Bought): Promise<void> {
  const { page, camera } = tour;
  await page.goto(tour.url);
  await page.locator('h1').waitFor();
  await camera.take(page, 'sign-in', 'form');
  await openLink(tour);
  await button(tour, 'purchase.next.details').waitFor();
  await camera.take(page, 'purchase', 'plan');
  await button(tour, 'purchase.next.details').click();
  await page.getByRole('textbox').first().waitFor();
  await camera.take(page, 'purchase', 'details');
  await openLink(tour, wish);
  await page.waitForURL(/email-accounts/);
  await closeWelcome(tour);
  for (const path of PATHS) {
    await page.goto(`${tour.url}${path}`);
    await page.locator('h1').filter({ visible: true }).first().waitFor();
    await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
    await camera.take(page, path.slice(1), 'first');
  }
  await page.goto(`${tour.url}/email-accounts`);
  await button(tour, 'mailboxes.page.create').first().click();
  // Where every mailbox is used, the dialog sells more and has no field.
  await openDialog(page).getByRole('heading').first().waitFor();
  await camera.take(page, 'email-accounts', 'create');
}
