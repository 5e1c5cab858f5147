import { pollUntil } from '@postern/testkit/poll-until';
import { callPanel } from '../server/panel-api.ts';
import { linkMailedTo } from '../steps/outbox.ts';
import { OWNER } from '../steps/sign-in.ts';
import { button, field, type Tour } from './tour.ts';

export type TwoAccounts = { email: string; password: string };

export async function photographSignIn(tour: Tour, twoAccounts: TwoAccounts): Promise<void> {
  const { page, camera, url, words } = tour;
  await page.goto(`${url}/login`);
  await field(tour, 'login.email.label').waitFor();
  await camera.take(page, 'sign-in', '1-pristine');
  await field(tour, 'login.email.label').fill('ada.fields@');
  await field(tour, 'login.password.label').focus();
  await camera.take(page, 'sign-in', '2-invalid');
  await submit(tour, { ...OWNER, password: 'Wrong-password-1!' });
  await page.getByText(words('login.incorrectEmailOrPassword')).waitFor();
  await camera.take(page, 'sign-in', '3-failed');
  await submit(tour, twoAccounts);
  await field(tour, 'login.custId.label').waitFor();
  await camera.take(page, 'sign-in', '4-ambiguous');
  await page.goto(`${url}/no-such-page`);
  await page.getByRole('heading', { name: words('app.notFound.title') }).waitFor();
  await camera.take(page, 'app', 'page-not-found');
}

async function submit(tour: Tour, { email, password }: TwoAccounts): Promise<void> {
  await field(tour, 'login.email.label').fill(email);
  await field(tour, 'login.password.label').fill(password);
  await button(tour, 'login.form.submit').click();
}

export async function photographPasswords(tour: Tour, email: string, mailsBefore: number): Promise<void> {
  const { page, camera, url } = tour;
  await page.goto(`${url}/reset-password`);
  await field(tour, 'login.email.label').waitFor();
  await camera.take(page, 'forgot', '1-pristine');
  await field(tour, 'login.email.label').fill(email);
  await button(tour, 'resetPassword.form.submit').click();
  await button(tour, 'resetPassword.sent.again').waitFor();
  await camera.take(page, 'forgot', '2-sent');
  const link = new URL(await linkMailedTo(page, email, mailsBefore + 1));
  await page.goto(`${url}${link.pathname}${link.search}`);
  await field(tour, 'setPassword.password.label').waitFor();
  await camera.take(page, 'set-password', '1-pristine');
  await field(tour, 'setPassword.password.label').fill('short');
  await field(tour, 'setPassword.confirm.label').fill('else');
  await button(tour, 'setPassword.form.submit').click();
  await camera.take(page, 'set-password', '2-invalid');
  await page.goto(`${url}/set-password?token=expired&email=${email}`);
  await page.getByText(tour.words('setPassword.tokenExpiredMsg')).waitFor();
  await camera.take(page, 'set-password', '3-link-expired');
}

/** Waits for this many mailed links to an address, and sets the same password with each. */
export async function setMailedPasswords(url: string, { email, password }: TwoAccounts, count: number): Promise<void> {
  let tokens: string[] = [];
  await pollUntil(async () => (tokens = await tokensMailedTo(url, email)).length === count, {
    timeoutMs: 20_000,
    onTimeout: () => `${tokens.length} of ${count} mails have arrived for ${email}`,
  });
  for (const token of tokens) await callPanel(url, '/panel/reset-password', { token, password });
}

/** The tokens of mailed links. The mail with an invoice has none. */
async function tokensMailedTo(url: string, email: string): Promise<string[]> {
  const mails = await Promise.all(
    (await mailsTo(url, email)).map(async (href) => (await fetch(`${url}${href}`)).text()),
  );
  return mails.flatMap((mail) => /token=([\w-]+)/.exec(mail)?.[1] ?? []);
}

async function mailsTo(url: string, email: string): Promise<string[]> {
  const list = await (await fetch(`${url}/evaluation/outbox`)).text();
  const items = [...list.matchAll(/<a href="(\/evaluation\/outbox\/[^"]+)">[^<]*<\/a><small>to ([^<]+)</g)];
  return items.flatMap(([, href = '', to]) => (to === email ? [href] : []));
}
