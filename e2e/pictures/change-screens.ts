import { button, closeDialog, field, openDialog, type Tour } from './tour.ts';

/** The steps to another domain, the obstacles, and the question before the change. */
export async function photographDomainChange(tour: Tour): Promise<void> {
  const { page, camera, words } = tour;
  await page.goto(new URL('/change-domain', page.url()).href);
  await button(tour, 'domainChange.submit').waitFor();
  await camera.take(page, 'domain-change', '1-form');
  await field(tour, 'domainChange.field.label').fill('shop.bakery.com');
  await page.getByRole('checkbox', { name: words('domainChange.own.label') }).click();
  await button(tour, 'domainChange.submit').click();
  await page.getByText(words('domainChange.problem.subdomain')).waitFor();
  await camera.take(page, 'domain-change', '2-subdomain');
  await field(tour, 'domainChange.field.label').fill(tour.newDomain('beanery'));
  await button(tour, 'domainChange.submit').click();
  await openDialog(page).waitFor();
  await camera.take(page, 'domain-change', '3-question');
  await closeDialog(tour);
}
