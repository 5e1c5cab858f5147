import type { DomainChange } from '@postern/contract/domain-change';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { gate, refusal } from '../../testing/fake-api.ts';
import { type PanelOptions, renderPanel } from '../../testing/render-panel.tsx';
import { aConnectedDomain } from '../../testing/sample-domain.ts';
import { aBundle, aLogin } from '../../testing/samples.ts';

const PHONE = [390, 844] as const;
let opened = 0;

const aChange = (change: Partial<DomainChange> = {}): DomainChange => ({
  changeId: '0197d6a5-5a2c-7000-8000-000000000001',
  ...{ fromDomain: 'bluebottle.coffee', toDomain: 'beanery.coffee', state: 'queued', total: 12, done: 0 },
  ...{ formerUntil: null, startedAt: '2026-11-20T10:00:00.000Z', finishedAt: null },
  ...change,
});

const aPreview = (toDomain: string) => ({
  ...{ fromDomain: 'bluebottle.coffee', toDomain, mailboxes: 12, aliases: 1, forwarders: 0, formerDays: 90 },
  mailState: 'waiting' as const,
});

/** Opens the page in front of a server that starts a change on request. */
async function openPage(options: PanelOptions & { change?: DomainChange } = {}) {
  opened += 1;
  const kept: { change: DomainChange | null } = { change: options.change ?? null };
  const panel = await renderPanel('/change-domain', {
    signedIn: aLogin({ token: `change-${opened}` }),
    ...options,
    handlers: {
      readDomainChange: () => kept,
      previewDomainChange: ({ newDomain }) => ({ preview: aPreview(newDomain) }),
      changeDomain: () => {
        kept.change = aChange();
        return { bundle: aBundle() };
      },
      ...options.handlers,
    },
  });
  return { ...panel, kept };
}
const field = () => page.getByRole('textbox', { name: 'New domain' });
const box = () => page.getByRole('checkbox', { name: /The new domain is mine/ });
const submit = () => page.getByRole('button', { name: 'Change domain' });
const question = () => page.getByRole('alertdialog', { name: 'Change from bluebottle.coffee to beanery.coffee?' });
const confirm = () => page.getByRole('alertdialog').getByRole('button', { name: 'Change domain' });

test('one question names both domains, how many addresses move and where mail goes; then the change starts and shows its progress [VER-05]', async () => {
  const waiting = { mailState: 'waiting', mailReceives: false, mailSends: false } as const;
  const { api, kept } = await openPage({ handlers: { readDomainConnection: () => aConnectedDomain(waiting) } });
  await expect.element(page.getByText(/can take 2–3 working days/)).toBeVisible();
  await expectAccessible();
  await submit().click();
  await expect.element(page.getByText('Enter the new domain.')).toBeVisible();
  await expect.element(page.getByText('Confirm that you may use the new domain.')).toBeVisible();
  expect(api.callsOf('changeDomain')).toEqual([]);
  await field().fill('beanery.coffee');
  await box().click();
  await submit().click();
  await expect.element(question()).toMatchTextContent(/13 addresses move/);
  await expect.element(question()).toMatchTextContent(/12 mailboxes, 1 alias and no forwarders/);
  await expect.element(question()).toMatchTextContent(/keeps arriving for another 90 days/);
  await expect.element(question()).toMatchTextContent(/This domain isn't verified yet/);
  await expectAccessible();
  await question().getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question()).not.toBeInTheDocument();
  expect(api.callsOf('changeDomain')).toEqual([]);
  await submit().click();
  await confirm().click();
  await expect.element(page.getByRole('heading', { name: 'Moving to beanery.coffee' })).toBeVisible();
  expect(api.callsOf('changeDomain').map(({ input }) => input)).toEqual([
    { newDomain: 'beanery.coffee', ownershipConfirmed: true },
  ]);
  await expect.element(page.getByText('Starting in a moment')).toBeVisible();
  await expectAccessible();
  await expect.poll(() => api.live.count).toBe(1);
  kept.change = aChange({ state: 'moving', done: 5, formerUntil: '2027-02-18T10:00:00.000Z' });
  api.live.send('domain-change', kept.change);
  await expect.element(page.getByText('5 of 12 mailboxes')).toBeVisible();
  await expect.element(page.getByRole('meter', { name: 'Mailboxes moved' })).toHaveAttribute('aria-valuenow', '5');
  await expect.element(page.getByText(/Move everything you have at beanery.coffee/)).toBeVisible();
  kept.change = { ...kept.change, state: 'finished', done: 12, finishedAt: '2026-11-20T10:01:00.000Z' };
  api.live.send('domain-change', kept.change);
  await expect.element(page.getByText('You now use beanery.coffee')).toBeVisible();
  await expect.element(page.getByText(/still arrives until February\s18,\s2027/)).toBeVisible();
  await expect.element(page.getByText("beanery.coffee can't send or receive yet")).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Set up the new domain' }))
    .toHaveAttribute('href', '/domain-verification');
  await expectAccessible();
});

const UNHEARD_OF = [
  ['bluebottle.coffee', 'You already use bluebottle.coffee'],
  ['https://beanery.coffee', 'without https://'],
  ['bean ery.coffee', "This isn't a domain name"],
] as const;
const PROBLEMS = [
  ['DOMAIN_IS_SUBDOMAIN', 'without anything in front of it'],
  ['DOMAIN_IS_SHARED', 'shares it among its customers'],
  ['DOMAIN_IS_SUFFIX', "This domain can't be used"],
  ['TOO_MANY_FORMER_DOMAINS', 'former domains still receive mail'],
  ['DOMAIN_NOT_REGISTERED', "This domain isn't registered yet"],
] as const;
const nameOf = (code: string) => `${code.toLowerCase().replaceAll('_', '-')}.coffee`;

test('each problem of a name has its text at the field, along with the unticked box [VER-05]', async () => {
  const { api } = await openPage({
    handlers: {
      previewDomainChange: ({ newDomain }) => {
        const code = PROBLEMS.find(([each]) => nameOf(each) === newDomain)?.[0] ?? '';
        throw refusal('VALIDATION_FAILED', { attrs: { fields: [{ path: 'newDomain', code, message: '' }] } });
      },
    },
  });
  const isRefused = async (name: string, text: string) => {
    await field().fill(name);
    await submit().click();
    await expect.element(page.getByText(text, { exact: false })).toBeVisible();
    await expect.element(field()).toHaveFocus();
    await expect.element(field()).toHaveAttribute('aria-invalid', 'true');
  };
  for (const [name, text] of UNHEARD_OF) {
    await isRefused(name, text);
    await expect.element(page.getByText('Confirm that you may use the new domain.')).toBeVisible();
  }
  await box().click();
  expect(api.callsOf('changeDomain')).toEqual([]);
  for (const [code, text] of PROBLEMS) await isRefused(nameOf(code), text);
});

test('a taken or unverified domain is reported at its field, and a temporary failure may be tried again [VER-05]', async () => {
  let code: 'DOMAIN_TAKEN' | 'LOOKUP_TIMEOUT' | 'SERVICE_UNAVAILABLE' = 'DOMAIN_TAKEN';
  const held = gate();
  const { api } = await openPage({
    viewport: PHONE,
    handlers: {
      previewDomainChange: async () => {
        await held.closed;
        throw refusal(code);
      },
    },
  });
  await field().fill('taken.coffee');
  await box().click();
  await submit().click();
  await expect.element(submit()).toHaveAttribute('aria-busy', 'true');
  held.open();
  await expect.element(page.getByText('This domain is already in use here.', { exact: false })).toBeVisible();
  code = 'LOOKUP_TIMEOUT';
  await field().fill('silent.coffee');
  await submit().click();
  await expect
    .element(page.getByText("We couldn't verify that this domain is registered", { exact: false }))
    .toBeVisible();
  await expect.element(field()).toHaveAttribute('aria-invalid', 'true');
  code = 'SERVICE_UNAVAILABLE';
  await submit().click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/back in a moment/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => api.callsOf('previewDomainChange').length).toBe(4);
  await expectAccessible();
});

test('a domain that is taken between the question and its answer is reported in the question, which can be left [VER-05]', async () => {
  await openPage({
    handlers: {
      changeDomain: () => {
        throw refusal('DOMAIN_TAKEN');
      },
    },
  });
  await field().fill('beanery.coffee');
  await box().click();
  await submit().click();
  await confirm().click();
  await expect.element(question()).toMatchTextContent(/This domain is already in use here/);
  await question().getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question()).not.toBeInTheDocument();
  await expect.element(field()).toHaveValue('beanery.coffee');
});

test('a person who may not change the domain is told to ask an admin [VER-05]', async () => {
  await openPage({
    handlers: {
      readDomainChange: () => {
        throw refusal('NOT_AUTHORIZED');
      },
    },
  });
  await expect.element(page.getByText(/Only admins of bluebottle.coffee/)).toBeVisible();
});

test('an invalid internationalised name is refused at the field, and a valid one shows its technical form [VER-05]', async () => {
  const { api } = await openPage();
  await box().click();
  await field().fill('xn--a.com');
  await submit().click();
  await expect.element(page.getByText("This isn't a domain name. A domain looks like bakery.com.")).toBeVisible();
  expect(api.callsOf('changeDomain')).toEqual([]);
  await field().fill('Bäckerei-Müller.example');
  await expect.element(page.getByText('In technical form: xn--bckerei-mller-bfb28a.example')).toBeVisible();
  await submit().click();
  await confirm().click();
  await expect.poll(() => api.callsOf('changeDomain').length).toBe(1);
});

test('a session that ends before the change is sent loses nothing: the input is there after the next sign-in [VER-05] [ENT-12]', async () => {
  const { api } = await openPage({
    handlers: {
      changeDomain: () => {
        throw refusal('UNAUTHENTICATED');
      },
      signIn: () => aLogin({ token: 'again' }),
    },
  });
  await field().fill('beanery.coffee');
  await box().click();
  await submit().click();
  await confirm().click();
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@bluebottle.coffee');
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('Postern-demo-2026!');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.element(field()).toHaveValue('beanery.coffee');
  // Ownership must be confirmed again.
  await expect.element(box()).not.toBeChecked();
  expect(api.callsOf('changeDomain')).toHaveLength(1);
});
