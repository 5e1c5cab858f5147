import { codeOf } from '../steps/authenticator.ts';
import { button, closeDialog, field, openDialog, type Tour } from './tour.ts';

/** The password of every mailbox in the seeds. */
const PASSWORD = 'Fresh-bread-2026!';

/** The screens of a user without admin rights: the home screen, and the second factor, before and after it is turned on. */
export async function photographMember(tour: Tour, domain: string): Promise<void> {
  const { page, camera, words } = tour;
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(new URL('/login', tour.url).href);
  await page.locator('[name=email]').fill(`cleo@${domain}`);
  await page.locator('[name=password]').fill(PASSWORD);
  await page.locator('form button[type=submit]').click();
  await page.getByRole('heading', { name: words('welcome.member.title') }).waitFor();
  await camera.take(page, 'member', '0-home');
  await page.goto(new URL('/security', page.url()).href);
  await button(tour, 'twoFactor.card.setUp').waitFor();
  await camera.take(page, 'member', '1-off');
  await photographSettingUp(tour);
  await photographAppPassword(tour);
  await button(tour, 'twoFactor.card.switchOff').click();
  await openDialog(page).waitFor();
  await camera.take(page, 'member', '7-switch-off');
  await closeDialog(tour);
}

async function photographSettingUp(tour: Tour): Promise<void> {
  const { page, camera, words } = tour;
  await button(tour, 'twoFactor.card.setUp').click();
  await page.getByRole('img', { name: words('twoFactor.enable.qrLabel') }).waitFor();
  await camera.take(page, 'member', '2-set-up');
  const address = (await page.locator('a[href^="otpauth:"]').getAttribute('href')) ?? '';
  await field(tour, 'twoFactor.proof.codeLabel').fill(codeOf(/secret=([A-Z2-7]+)/.exec(address)?.[1] ?? ''));
  await button(tour, 'twoFactor.enable.submit').click();
  await button(tour, 'twoFactor.codes.done').waitFor();
  await camera.take(page, 'member', '3-recovery-codes');
  await button(tour, 'twoFactor.codes.done').click();
  await button(tour, 'twoFactor.card.switchOff').waitFor();
  await camera.take(page, 'member', '4-on');
}

async function photographAppPassword(tour: Tour): Promise<void> {
  const { page, camera } = tour;
  await button(tour, 'appPasswords.list.create').click();
  await field(tour, 'appPasswords.create.name').fill('Thunderbird');
  await button(tour, 'appPasswords.create.submit').last().click();
  await button(tour, 'appPasswords.create.close').waitFor();
  await camera.take(page, 'member', '5-app-password');
  await button(tour, 'appPasswords.create.close').click();
  await button(tour, 'appPasswords.list.delete').waitFor();
  await camera.take(page, 'member', '6-app-passwords');
}
