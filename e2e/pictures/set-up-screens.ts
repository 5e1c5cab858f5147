import type { Page } from '@playwright/test';
import { callPanel } from '../server/panel-api.ts';
import { button, closeDialog, field, openDialog, type Tour } from './tour.ts';

/** A new domain until it is connected, and the instructions for its manager. */
export async function photographSetUp(tour: Tour): Promise<void> {
  const { page, camera } = tour;
  const checked = async () => {
    await button(tour, 'domainConnection.bar.check').click();
    await page.locator('button[aria-busy]').waitFor({ state: 'detached' });
  };
  await page.goto(new URL('/domain-verification', page.url()).href);
  await page.locator('[data-purpose=mx]:not([data-state=waiting])').waitFor();
  await camera.take(page, 'domain-set-up', '1-nothing');
  await keep(page, tour, 'MX', ['10 mail.oldhost.net', '20 mail2.oldhost.net']);
  await keep(page, tour, 'TXT', ['v=spf1 include:_spf.google.com ~all']);
  await checked();
  await page.locator('del').first().waitFor();
  await camera.take(page, 'domain-set-up', '2-elsewhere');
  await button(tour, 'domainInstructions.share.open').click();
  await openDialog(page).waitFor();
  await button(tour, 'domainInstructions.share.create').click();
  const link = openDialog(page).getByRole('listitem').getByRole('link');
  await link.waitFor();
  await field(tour, 'domainInstructions.share.to').fill('it@hoster.example');
  await camera.take(page, 'domain-set-up', '3-send');
  const address = await link.getAttribute('href');
  await closeDialog(tour);
  const helper = await page.context().newPage();
  await helper.setViewportSize(page.viewportSize() ?? { width: 1280, height: 860 });
  await helper.goto(address ?? '');
  await helper.locator('del').first().waitFor();
  await camera.take(helper, 'domain-instructions', '1-open');
  await helper.goto(`${new URL(address ?? '').origin}/domain-instructions#none`);
  await helper.reload();
  await helper.getByRole('alert').waitFor();
  await camera.take(helper, 'domain-instructions', '2-closed');
  await helper.close();
  await keep(page, tour, 'MX', ['10 mx1.postern.localhost', '20 mx2.postern.localhost']);
  await keep(page, tour, 'TXT', ['v=spf1 include:spf.postern.localhost include:_spf.google.com ~all']);
  await checked();
  await page.locator('[data-purpose=spf][data-state=right]').waitFor();
  await camera.take(page, 'domain-set-up', '4-connected');
}

/** Adds a record to the zone on our name server, or replaces the one of its type. */
async function keep(page: Page, { postern }: Tour, type: string, values: string[]): Promise<void> {
  const { authToken = '', bundleId = '' } = await page.evaluate(
    () => ({ ...sessionStorage }) as Record<string, string>,
  );
  const url = new URL(`/panel/domain/getDnsRecords?bundleId=${bundleId}`, postern.url);
  const headers = { 'x-auth': 'controlPanel', authorization: `Bearer ${authToken}` };
  const { records } = (await (await fetch(url, { headers })).json()) as {
    records: { recordId: string; type: string; values: string[] }[];
  };
  const known = records.find((each) => each.type === type);
  const body = { ...(known ? { recordId: known.recordId } : {}), type, host: '@', values, ttl: 3600 };
  await callPanel(postern.url, `/panel/domain/upsertDnsRecord?bundleId=${bundleId}`, body, authToken);
}
