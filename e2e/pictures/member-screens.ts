import { codeOf } from '../steps/authenticator.ts';
import { button, closeDialog, field, openDialog, type Tour } from './tour.ts';

/** Of every mailbox that the seeds make. */
const PASSWORD = 'Fresh-bread-2026!';

/** What somebody without admin rights sees: a home of their own, and how they sign in, from off to on. */
export async function photographMember(tour: Tour, domain: string): Promise<void> {
  const { page, camera, words } = tour;
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(new URL('/login', tour.url).href);
  await page.locator('[name=email]').fill(`cleo@${domain}`);
  await page.locator('[name=password]').fill(PASSWORD);
  await page.locator('form button[type=submit]').click();
  await page.getByRole('heading', { name: words('app.askAdmin.title') }).waitFor();
  await camera.take(page, 'member', '0-home');
  await page.goto(new URL('/security', page.url()).href);
  await button(tour, 'security.totp.setUp').waitFor();
  await camera.take(page, 'member', '1-off');
  await photographSettingUp(tour);
  await photographAppPassword(tour);
  await button(tour, 'security.totp.switchOff').click();
  await openDialog(page).waitFor();
  await camera.take(page, 'member', '7-switch-off');
  await closeDialog(tour);
}

async function photographSettingUp(tour: Tour): Promise<void> {
  const { page, camera, words } = tour;
  await button(tour, 'security.totp.setUp').click();
  await page.getByRole('img', { name: words('security.enable.qrLabel') }).waitFor();
  await camera.take(page, 'member', '2-set-up');
  const address = (await page.locator('a[href^="otpauth:"]').getAttribute('href')) ?? '';
  await field(tour, 'security.proof.codeLabel').fill(codeOf(/secret=([A-Z2-7]+)/.exec(address)?.[1] ?? ''));
  await button(tour, 'security.enable.submit').click();
  await button(tour, 'security.codes.done').waitFor();
  await camera.take(page, 'member', '3-recovery-codes');
  await button(tour, 'security.codes.done').click();
  await button(tour, 'security.totp.switchOff').waitFor();
  await camera.take(page, 'member', '4-on');
}

async function photographAppPassword(tour: Tour): Promise<void> {
  const { page, camera } = tour;
  await button(tour, 'security.apps.create').click();
  await field(tour, 'security.newApp.name').fill('Thunderbird');
  await button(tour, 'security.newApp.submit').last().click();
  await button(tour, 'security.newApp.close').waitFor();
  await camera.take(page, 'member', '5-app-password');
  await button(tour, 'security.newApp.close').click();
  await button(tour, 'security.apps.delete').waitFor();
  await camera.take(page, 'member', '6-app-passwords');
}
