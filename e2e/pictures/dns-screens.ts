import { button, closeDialog, field, openDialog, type Tour } from './tour.ts';

/** The records of the zone: none yet, the plan, a form with errors, a second SPF record, the confirmation of a deletion. Leaves the zone unchanged. */
export async function photographDns(tour: Tour): Promise<void> {
  const { page, camera, words } = tour;
  await page.goto(new URL('/manage-dns', page.url()).href);
  await page.getByRole('heading', { name: words('dns.empty.title') }).waitFor();
  await camera.take(page, 'dns', '1-empty');
  await button(tour, 'domainPlan.note.show').click();
  await openDialog(page).waitFor();
  await camera.take(page, 'dns', '2-plan');
  await openDialog(page).getByRole('button').last().click();
  await button(tour, 'domainPlan.applied.undo').waitFor();
  await camera.take(page, 'dns', '3-applied');
  await button(tour, 'dns.page.add').first().click();
  await openDialog(page).waitFor();
  await button(tour, 'dns.page.add').last().click();
  await page.getByText(words('dns.problem.VALUE_REQUIRED')).waitFor();
  await camera.take(page, 'dns', '4-invalid');
  await openDialog(page).getByRole('combobox').first().click();
  await page.getByRole('option', { name: /^TXT/ }).click();
  await field(tour, 'dns.value.of.TXT').fill('v=spf1 include:_spf.example.net -all');
  await button(tour, 'dns.page.add').last().click();
  await button(tour, 'dns.spf.take').waitFor();
  await camera.take(page, 'dns', '5-second-spf');
  await openDialog(page)
    .getByRole('button', { name: words('shell.action.cancel') })
    .click();
  await button(tour, 'shell.discard.confirm').click();
  await openDialog(page).waitFor({ state: 'detached' });
  await button(tour, 'dns.menu.label').first().click();
  await page.getByRole('menuitem', { name: words('dns.menu.delete') }).click();
  await openDialog(page).waitFor();
  await camera.take(page, 'dns', '6-delete');
  await closeDialog(tour);
  await button(tour, 'domainPlan.applied.undo').click();
  await page.getByRole('heading', { name: words('dns.empty.title') }).waitFor();
}
