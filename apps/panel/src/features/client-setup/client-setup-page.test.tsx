import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { refusal } from '../../testing/fake-api.ts';
import { readQr } from '../../testing/qr-picture.ts';
import { type PanelOptions, renderPanel } from '../../testing/render-panel.tsx';
import { aLogin, aPartner } from '../../testing/samples.ts';
import { servingChoices } from '../../testing/serving-choices.ts';

const PHONE = [390, 844] as const;
const SERVERS = {
  imap: { host: 'imap.harbour.test', port: 993 },
  pop: { host: 'pop.harbour.test', port: 995 },
  smtp: { host: 'smtp.harbour.test', port: 465 },
};
let opened = 0;

async function open(path: string, options: PanelOptions = {}) {
  opened += 1;
  return await renderPanel(path, {
    signedIn: aLogin({ token: `devices-${opened}` }),
    ...options,
    handlers: {
      ...servingChoices(['bert', 'ada', 'orders'], { orders: ['info@bluebottle.coffee', 'hello@bluebottle.coffee'] }),
      readMailServers: () => SERVERS,
      ...options.handlers,
    },
  });
}
const field = () => page.getByRole('combobox', { name: 'Mailbox to set up' });
const settings = (name: string) => page.getByRole('region', { name });
async function choose(name: string) {
  await field().fill(name);
  await page.getByRole('option', { name: new RegExp(`${name}@`) }).click();
}

test.for(['/configure-desktop', '/configure_desktop'])(
  '%s names the servers, ports and user name of the mailbox [APP-01]',
  async (path) => {
    const { api } = await open(path);
    await expect.element(field()).toHaveValue('ada@bluebottle.coffee');
    await expect.element(settings('Account')).toMatchTextContent(/User nameada@bluebottle.coffee/);
    await expect.element(settings('Incoming mail (IMAP)')).toMatchTextContent(/imap.harbour.test.*993.*SSL\/TLS/);
    await expect.element(settings('Incoming mail (POP)')).toMatchTextContent(/pop.harbour.test.*995.*SSL\/TLS/);
    await expect.element(settings('Outgoing mail (SMTP)')).toMatchTextContent(/smtp.harbour.test.*465.*SSL\/TLS/);
    expect(api.callsOf('readMailServers')[0]?.input['host']).toBe(window.location.hostname);
    await expectAccessible();
  },
);

test('another mailbox is chosen by search, and its aliases keep its user name [APP-01]', async () => {
  await open('/configure-desktop');
  await expect.element(settings('Aliases of this mailbox')).not.toBeInTheDocument();
  await choose('orders');
  await expect.element(settings('Account')).toMatchTextContent(/User nameorders@bluebottle.coffee/);
  await expect
    .element(settings('Aliases of this mailbox'))
    .toMatchTextContent(/info@bluebottle.coffee.*hello@bluebottle.coffee/);
  await expectAccessible();
});

test('each value is copied separately, and the button’s name says which one [APP-01]', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await open('/configure-desktop');
  await page.getByRole('button', { name: 'Copy Incoming mail (IMAP): Server' }).click();
  await page.getByRole('button', { name: 'Copy Outgoing mail (SMTP): Port' }).click();
  await expect.poll(() => write.mock.calls).toEqual([['imap.harbour.test'], ['465']]);
  await expect.element(page.getByRole('button', { name: 'Copied Outgoing mail (SMTP): Port' })).toBeVisible();
  write.mockRestore();
});

test.for(['/device-download', '/device_download'])(
  '%s shows the ways to read the mail of the chosen mailbox [APP-01]',
  async (path) => {
    await open(path);
    await choose('bert');
    await expect
      .element(page.getByRole('link', { name: 'Download profile' }))
      .toHaveAttribute('href', '/mail/apple.mobileconfig?emailaddress=bert%40bluebottle.coffee');
    await expect.element(page.getByText(/Add an account with bert@bluebottle.coffee/)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Open webmail' }))
      .toHaveAttribute('href', 'https://webmail.harbour.test/');
    await expectAccessible();
    await page.getByRole('link', { name: 'Show mail app settings' }).first().click();
    await expect.element(page.getByRole('heading', { name: 'Mail app settings', level: 2 })).toBeInViewport();
    await expect.element(settings('Account')).toMatchTextContent(/User namebert@bluebottle.coffee/);
  },
);

test('a partner’s own apps are offered if it has any, and there are no dead links [APP-01]', async () => {
  const { urls } = aPartner();
  await open('/device-download');
  await expect.element(page.getByRole('heading', { name: 'Apps from Harbour Mail' })).not.toBeInTheDocument();
  await open('/device-download', {
    handlers: {
      readPartnerInfo: () => aPartner({ urls: { ...urls, webmail: null, iosApp: 'https://apps.test/ios' } }),
    },
  });
  await expect.element(page.getByRole('link', { name: 'App Store' })).toHaveAttribute('href', 'https://apps.test/ios');
  await expect.element(page.getByRole('link', { name: 'Google Play' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'Open webmail' })).not.toBeInTheDocument();
});

/** The address that a phone's camera reads, once it is on the screen. */
async function scanned(): Promise<string> {
  const code = page.getByRole('img', { name: /^QR code that opens this page for/ });
  await expect.element(code).toBeVisible();
  return readQr(code.element() as SVGSVGElement);
}

test.for([
  ['an ordinary address', 'bert@bluebottle.coffee', 'bert@bluebottle.coffee'],
  ['a plus sign', 'bert+shop&co@bluebottle.coffee', 'bert+shop&co@bluebottle.coffee'],
  ['letters outside of ASCII', 'bücher@bluebottle.coffee', 'bücher@bluebottle.coffee'],
  ['an international domain', 'bert@xn--bcher-kva.example', 'bert@bücher.example'],
] as const)(
  '%s: the code opens the page for this mailbox on a phone, at the panel’s own host, and says nothing else [APP-01]',
  async ([, email, shown]) => {
    const handlers = servingChoices([email]);
    await open('/device-download', { handlers });
    const address = await scanned();
    await expect.element(page.getByText(`Sign in with ${shown} or as an admin`, { exact: false })).toBeVisible();
    expect(address).toBe(`${window.location.origin}/device-download?mailbox=${encodeURIComponent(email)}`);
    await expectAccessible();
    // What the phone shows.
    const { pathname, search } = new URL(address);
    await open(pathname + search, { viewport: PHONE, handlers });
    await expect.element(settings('Account')).toMatchTextContent(new RegExp(`User name${RegExp.escape(email)}`));
    await expect.element(page.getByRole('img', { name: /QR code/ })).not.toBeInTheDocument();
  },
);

test('the code follows the choice of the mailbox [APP-01]', async () => {
  await open('/device-download');
  await choose('orders');
  await expect.poll(scanned).toMatch(/[?]mailbox=orders%40bluebottle.coffee$/);
});

test('a mailbox that isn’t in this domain is missed, and not quietly replaced by another one [APP-01]', async () => {
  await open('/device-download?mailbox=Bert%40Bluebottle.coffee');
  await expect.element(settings('Account')).toMatchTextContent(/User namebert@bluebottle.coffee/);
  await expect.element(page.getByText(/^You can't set up/)).not.toBeInTheDocument();
  await open('/device-download?mailbox=zoe%40elsewhere.coffee');
  const note = page.getByText(
    "You can't set up zoe@elsewhere.coffee here. The settings below are for ada@bluebottle.coffee.",
  );
  await expect.element(note).toBeVisible();
  await expectAccessible();
  await choose('bert');
  await expect.element(note).not.toBeInTheDocument();
});

test('the mailbox in the address is shown however many addresses end with its own [APP-01]', async () => {
  const others = Array.from({ length: 40 }, (_, place) => `a${place}bert`);
  await open('/device-download?mailbox=bert%40bluebottle.coffee', { handlers: servingChoices([...others, 'bert']) });
  await expect.element(settings('Account')).toMatchTextContent(/User namebert@bluebottle.coffee/);
  await expect.element(field()).toHaveValue('bert@bluebottle.coffee');
});

test('a domain without a mailbox links to create one first [APP-01]', async () => {
  await open('/device-download', { handlers: servingChoices([]) });
  await expect.element(page.getByRole('heading', { name: 'Create a mailbox first' })).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: 'Go to mailboxes' }).click();
  await expect.element(page.getByRole('heading', { name: 'Mailboxes', level: 1 })).toBeVisible();
});

test('if the settings cannot be read, the page says why and can retry [APP-01]', async () => {
  const { api } = await open('/configure-desktop', {
    handlers: {
      readMailServers: () => {
        throw refusal('BUNDLE_NOT_FOUND');
      },
    },
  });
  await expect.element(page.getByRole('heading', { name: "We couldn't load the settings" })).toBeVisible();
  api.use({ readMailServers: () => SERVERS });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(settings('Account')).toBeVisible();
});

test('a person without admin rights is told to ask their admin [APP-01, MBX-14]', async () => {
  await open('/device-download', {
    handlers: {
      listMailboxes: () => {
        throw refusal('NOT_AUTHORIZED');
      },
    },
  });
  await expect.element(page.getByRole('heading', { name: 'Ask your admin' })).toBeVisible();
});

test('an owner who is no admin gets the settings and the code of their own mailbox, whatever the address names, without a list [APP-01] [MBX-14]', async () => {
  // The address comes from the code of somebody else's mailbox.
  const { api } = await open('/device-download?mailbox=ada%40bluebottle.coffee', {
    signedIn: aLogin({
      token: 'owner',
      actor: { role: 'accountAdmin', id: '00000000-0000-4000-8000-000000000031', attrs: { userName: 'Max Stone' } },
      ...{ userEmail: 'max@bluebottle.coffee', accountId: '00000000-0000-4000-8000-000000000031' },
      ...{ adminType: 'account', isDomainAdmin: false },
    }),
    handlers: {
      readOwnMailbox: () => ({
        ...{ email: 'max@bluebottle.coffee', displayName: 'Max Stone', quotaUsed: 1, quotaLimit: 10_240 },
        ...{ aliases: ['m@bluebottle.coffee'], admins: [] },
      }),
    },
  });
  await expect.element(settings('Account')).toMatchTextContent(/User namemax@bluebottle.coffee/);
  await expect.element(settings('Aliases of this mailbox')).toMatchTextContent(/m@bluebottle.coffee/);
  await expect.element(field()).not.toBeInTheDocument();
  expect(await scanned()).toMatch(/[?]mailbox=max%40bluebottle.coffee$/);
  await expect.element(page.getByText("You can't set up ada@bluebottle.coffee here.", { exact: false })).toBeVisible();
  expect(api.callsOf('listMailboxes')).toEqual([]);
  await expectAccessible();
});

test('on a phone both screens stay inside it [APP-01]', async () => {
  for (const path of ['/configure-desktop', '/device-download']) {
    await open(path, {
      viewport: PHONE,
      signedIn: aLogin({ token: `phone-${path}`, userEmail: `${'w'.repeat(64)}@bluebottle.coffee` }),
      handlers: servingChoices(['w'.repeat(64)]),
    });
    await expect.element(field()).toBeVisible();
    await expect.poll(() => document.documentElement.scrollWidth).toBe(PHONE[0]);
    await expectAccessible();
  }
});
