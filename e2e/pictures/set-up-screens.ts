import type { Page } from '@playwright/test';
import { type Bought, buyPro, callPanel } from '../server/panel-api.ts';
import { button, closeDialog, field, openDialog, openElsewhere, type Tour } from './tour.ts';

/** A domain until it is connected: one whose zone we hold, and one in someone else's, with the instructions for its manager. */
export async function photographSetUp(tour: Tour): Promise<void> {
  await photographOwnZone(tour);
  await photographTheirZone(tour);
}

async function photographOwnZone(tour: Tour): Promise<void> {
  const { page, camera } = tour;
  await page.goto(new URL('/domain-verification', page.url()).href);
  await page.locator('[data-phase=before]').waitFor();
  await camera.take(page, 'domain-set-up', '1-ours');
  await page.locator('[data-phase=before] summary').click();
  await camera.take(page, 'domain-set-up', '2-ours-records');
  await button(tour, 'domainSetUp.own.setUp').click();
  await page.locator('[data-phase=done]').waitFor();
  await camera.take(page, 'domain-set-up', '3-ours-connected');
}

/** We hold no zone of a name below another one: its records are in the zone of a simulated hoster. */
async function photographTheirZone(tour: Tour): Promise<void> {
  const { postern, partner, newDomain, camera } = tour;
  const above = newDomain('hoster');
  const hoster = await buyPro(postern, { partner, domain: above, email: `owner@${newDomain('hosting')}` }, 1);
  const wish = { partner, domain: `shop.${above}`, email: `owner@${newDomain('home')}` };
  const bought = await buyPro(postern, wish, 2);
  const keep = keeper(tour, hoster);
  await keep('MX', ['10 mail.oldhost.net', '20 mail2.oldhost.net']);
  const spf = await keep('TXT', ['v=spf1 include:_spf.google.com ~all']);
  const at = await openElsewhere(tour, bought);
  const { page } = at;
  await page.goto(new URL('/domain-verification', page.url()).href);
  await page.locator('del').first().waitFor();
  await camera.take(page, 'domain-set-up', '4-elsewhere');
  await button(at, 'domainInstructions.share.open').click();
  await openDialog(page).waitFor();
  await button(at, 'domainInstructions.share.create').click();
  const link = openDialog(page).getByRole('listitem').getByRole('link');
  await link.waitFor();
  await field(at, 'domainInstructions.share.to').fill('it@hoster.example');
  await camera.take(page, 'domain-set-up', '5-send');
  const address = (await link.getAttribute('href')) ?? '';
  await closeDialog(at);
  await photographInstructions(at, address);
  await keep('MX', ['10 mx1.postern.localhost', '20 mx2.postern.localhost']);
  await keep('TXT', ['v=spf1 include:spf.postern.localhost include:_spf.google.com ~all'], spf);
  await page.reload();
  // The page looks again after forty seconds.
  await page.locator('[data-purpose=spf][data-state=right]').waitFor({ timeout: 60_000 });
  await camera.take(page, 'domain-set-up', '6-elsewhere-connected');
  await page.context().close();
}

async function photographInstructions({ page, camera }: Tour, address: string): Promise<void> {
  const helper: Page = await page.context().newPage();
  await helper.setViewportSize(page.viewportSize() ?? { width: 1280, height: 860 });
  await helper.goto(address);
  await helper.locator('del').first().waitFor();
  await camera.take(helper, 'domain-instructions', '1-open');
  await helper.goto(`${new URL(address).origin}/domain-instructions#none`);
  await helper.reload();
  await helper.getByRole('alert').waitFor();
  await camera.take(helper, 'domain-instructions', '2-closed');
  await helper.close();
}

/** Writes records of the shop into the hoster's zone; the answer is the record's id. */
function keeper({ postern }: Tour, hoster: Bought) {
  const ids = new Map<string, string>();
  return async (type: string, values: string[], known = ids.get(type)): Promise<string> => {
    const body = { ...(known === undefined ? {} : { recordId: known }), type, host: 'shop', values, ttl: 3600 };
    const path = `/panel/domain/upsertDnsRecord?bundleId=${hoster.bundleId}`;
    const answer = await callPanel<{ record: { recordId: string } }>(postern.url, path, body, hoster.token);
    ids.set(type, answer.record.recordId);
    return answer.record.recordId;
  };
}
