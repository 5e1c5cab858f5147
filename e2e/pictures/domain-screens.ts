import { PHONE } from './camera.ts';
import { button, closeDialog, field, openDialog, type Tour } from './tour.ts';

/** Settings of the whole domain: forwarders, catch-all, spam filter, devices; and the phone's home screen. */
export async function photographDomainScreens(tour: Tour): Promise<void> {
  await photographForwarders(tour);
  await photographCatchAll(tour);
  await photographSpamFilter(tour);
  await photographDevices(tour);
}

async function open({ page, words }: Tour, path: string, title: string): Promise<void> {
  // On the same host, as that is where the session is.
  await page.goto(new URL(path, page.url()).href);
  await page.getByRole('heading', { name: words(title) }).waitFor();
}

async function photographForwarders(tour: Tour): Promise<void> {
  const { page, camera, words } = tour;
  await open(tour, '/internal-forward', 'forwarders.page.title');
  await page.getByText(words('forwarders.empty.title')).waitFor();
  await camera.take(page, 'forwarders', '1-empty');
  await button(tour, 'forwarders.page.create').first().click();
  await field(tour, 'forwarders.address.label').fill('team');
  await button(tour, 'forwarders.create.submit').last().click();
  await page.getByText(words('forwarders.recipients.required')).waitFor();
  await camera.take(page, 'forwarders', '2-invalid');
  await choose(tour, 'forwarders.recipients.label', ['ada', 'bert', 'cleo']);
  await camera.take(page, 'forwarders', '3-create');
  await button(tour, 'forwarders.create.submit').last().click();
  await button(tour, 'forwarders.menu.label').first().waitFor();
  await camera.take(page, 'forwarders', '4-list');
}

/** Types each word into a field with suggestions, and takes the first suggestion. */
async function choose({ page, words }: Tour, label: string, typed: string[]): Promise<void> {
  const box = page.getByRole('combobox', { name: words(label) });
  for (const word of typed) {
    await box.fill(word);
    await page
      .getByRole('option', { name: new RegExp(`${word}@`) })
      .first()
      .click();
  }
}

async function photographCatchAll(tour: Tour): Promise<void> {
  const { page, camera } = tour;
  await open(tour, '/catch-all-email', 'catchAll.page.title');
  await camera.take(page, 'catch-all', '1-off');
  await button(tour, 'catchAll.set').first().click();
  await choose(tour, 'catchAll.field.label', ['cleo']);
  await camera.take(page, 'catch-all', '2-choose');
  await button(tour, 'catchAll.save').or(button(tour, 'catchAll.set')).last().click();
  await button(tour, 'catchAll.remove').waitFor();
  await camera.take(page, 'catch-all', '3-on');
  await button(tour, 'catchAll.remove').click();
  await openDialog(page).waitFor();
  await camera.take(page, 'catch-all', '4-remove');
  await closeDialog(tour);
}

async function photographSpamFilter(tour: Tour): Promise<void> {
  const { page, camera } = tour;
  await open(tour, '/spam-filter-control', 'spamFilter.page.title');
  await camera.take(page, 'spam-filter', '1-level');
  await page.getByRole('radio').last().click();
  await openDialog(page).waitFor();
  await camera.take(page, 'spam-filter', '2-confirm');
  await closeDialog(tour);
}

async function photographDevices(tour: Tour): Promise<void> {
  await open(tour, '/device-download', 'clientSetup.page.title');
  await tour.camera.take(tour.page, 'devices', '1-apps');
}

/** The home screen, which only phones have. */
export async function photographMobileHome(tour: Tour): Promise<void> {
  const { page, camera, words } = tour;
  await page.setViewportSize(PHONE);
  await page.goto(new URL('/mobile-home', page.url()).href);
  const change = page.getByRole('link', { name: words('mobileHome.changeCycle') });
  await change.waitFor();
  await camera.take(page, 'mobile-home', '1-plan', PHONE);
  await change.click();
  await button(tour, 'billing.cycle.save').last().waitFor();
  await camera.take(page, 'mobile-home', '2-change-cycle', PHONE);
  await closeDialog(tour);
}
