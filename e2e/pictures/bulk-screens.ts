import { button, field, type Tour } from './tour.ts';

/** Of many lines two are wrong, and the plan has no place for the others: nothing is created. */
const LINES = ['anna, Anna Berg', 'bert, Bert Maas', 'not an address', 'orders, Orders', 'orders, Orders again'];

export async function photographBulk(tour: Tour): Promise<void> {
  const { page, camera } = tour;
  await page.goto(new URL('/email-accounts/bulk', page.url()).href);
  const list = field(tour, 'bulk.create.list');
  await list.waitFor();
  await camera.take(page, 'bulk', '1-empty');
  await list.fill(LINES.join('\n'));
  await button(tour, 'bulk.create.check').click();
  await page.getByRole('table').waitFor();
  await camera.take(page, 'bulk', '2-dry-run');
}
