import { callPanel } from '../server/panel-api.ts';
import { button, closeDialog, openDialog, type Tour } from './tour.ts';

/** The domain's email reputation, and its keys from creation to deletion. */
export async function photographReputation(tour: Tour): Promise<void> {
  const { page, camera } = tour;
  await page.goto(new URL('/email-reputation', page.url()).href);
  await page.locator('main summary').first().waitFor();
  await camera.take(page, 'email-reputation', '1-trusted');
  await page.goto(new URL('/email-reputation#dkim', page.url()).href);
  await page.reload();
  await page.locator('[data-state=signing]').waitFor();
  await button(tour, 'dkim.keys.another').click();
  await button(tour, 'dkim.key.check').waitFor();
  await camera.take(page, 'email-reputation', '2-inactive');
  await button(tour, 'dkim.key.check').click();
  await page.locator('[data-state=inactive] [data-kind=bad]').last().waitFor();
  await camera.take(page, 'email-reputation', '3-not-found');
  await publishShown(tour);
  await button(tour, 'dkim.key.check').click();
  await page.locator('[data-state=off]').waitFor();
  // Without the notifications of the last few seconds.
  await page.reload();
  await page.locator('[data-state=off]').waitFor();
  await camera.take(page, 'email-reputation', '4-two-keys');
  await page.locator('[data-state=signing]').getByRole('button').last().click();
  await openDialog(page).waitFor();
  await camera.take(page, 'email-reputation', '5-delete');
  await closeDialog(tour);
}

/** Adds the record that the screen asks for to the zone on our name server. */
async function publishShown({ page, postern }: Tour): Promise<void> {
  const [type = '', host = '', value = ''] = await page
    .locator('[data-state=inactive] dd > .font-mono')
    .allInnerTexts();
  const { authToken = '', bundleId = '' } = await page.evaluate(
    () => ({ ...sessionStorage }) as Record<string, string>,
  );
  const path = `/panel/domain/upsertDnsRecord?bundleId=${bundleId}`;
  await callPanel(postern.url, path, { type, host, values: [value], ttl: 3600 }, authToken);
}
