import { shortCustomerId } from '@postern/domain/sign-in';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { gate, noConnection, refusal } from '../../testing/fake-api.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { aLogin, aPartner, aSmallBusinessPartner } from '../../testing/samples.ts';

const email = page.getByLabelText('Email');
const password = page.getByLabelText('Password', { exact: true });
const customerId = page.getByLabelText('Customer ID');
const button = page.getByRole('button', { name: 'Sign in' });

async function fillIn(address = 'ada@bluebottle.coffee', secret = 'Blue-Door-7') {
  await email.fill(address);
  await password.fill(secret);
}

test('the button waits until both an address and a password are there [ENT-01]', async () => {
  await renderPanel('/');
  await expect.element(button).toBeDisabled();
  await email.fill('ada@bluebottle.coffee');
  await expect.element(button).toBeDisabled();
  await password.fill('x');
  await expect.element(button).toBeEnabled();
  await expectAccessible();
});

test('an address in the link fills the form and is removed from the URL, and the requested screen is kept [ENT-02]', async () => {
  const { location } = await renderPanel('/login?email=ada%40bluebottle.coffee&url=%2Femail-accounts');
  await expect.element(email).toHaveValue('ada@bluebottle.coffee');
  await expect.poll(() => location().href).toBe('/login?url=%2Femail-accounts');
});

test('a sign-in sends the trimmed address and opens the requested screen [ENT-02]', async () => {
  const { api, location } = await renderPanel('/?url=%2Femail-accounts', {
    handlers: {
      signIn: () => aLogin(),
      listMailboxes: () => ({ accounts: [], nextCursor: null, total: 0 }),
    },
  });
  await fillIn('  ada@bluebottle.coffee ');
  await button.click();
  await expect.poll(() => location().pathname).toBe('/email-accounts');
  expect(api.callsOf('signIn').map((call) => call.input)).toEqual([
    { email: 'ada@bluebottle.coffee', password: 'Blue-Door-7' },
  ]);
  await expect.poll(() => sessionStorage.getItem('authToken')).toBe('token-of-ada');
});

test('spaces never reach the password, typed or pasted [ENT-01]', async () => {
  await renderPanel('/');
  await password.click();
  await userEvent.keyboard('ab cd');
  await expect.element(password).toHaveValue('abcd');
  await password.fill(' a b c ');
  await expect.element(password).toHaveValue('abc');
});

test('a field shows its problem only after it was touched [ENT-02]', async () => {
  await renderPanel('/');
  await email.fill('ada@');
  await expect
    .element(page.getByText("This isn't a complete email address.", { exact: false }))
    .not.toBeInTheDocument();
  await password.click();
  await expect.element(email).toHaveAccessibleDescription(/This isn't a complete email address/);
  await email.fill('');
  await expect.element(email).toHaveAccessibleDescription('Enter your email address.');
  await userEvent.tab();
  await userEvent.tab();
  await email.click();
  await expect.element(password).toHaveAccessibleDescription('Enter your password.');
  await expectAccessible();
});

test('a password that breaks the rules isn’t sent to the server and uses up no guess [ENT-02]', async () => {
  const { api } = await renderPanel('/');
  await fillIn('ada@bluebottle.coffee', 'BlueDoor7');
  await button.click();
  await expect.element(password).toHaveAccessibleDescription(/^Passwords have 8 to 100 characters/);
  await expect.element(password).toHaveFocus();
  expect(api.callsOf('signIn')).toEqual([]);
  await expectAccessible();
});

test('a password can be shown and hidden [ENT-01]', async () => {
  await renderPanel('/');
  await password.fill('Blue-Door-7');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect.element(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect.element(password).toHaveAttribute('type', 'password');
});

test('wrong credentials are announced, the password gets the focus and the failure is reported [ENT-03]', async () => {
  const { api } = await renderPanel('/', {
    handlers: {
      signIn: () => {
        throw refusal('INVALID_CREDENTIALS');
      },
    },
  });
  await fillIn();
  await button.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Incorrect email address or password.');
  await expect.element(password).toHaveFocus();
  await expect
    .poll(() => api.callsOf('reportPreAuthEvent').map((call) => call.input))
    .toContainEqual({
      name: 'login_failure',
      attrs: { cause: 'INVALID_CREDENTIALS' },
    });
  await expectAccessible();
});

test('a suspended mailbox cannot sign in, and the form says why [ENT-03] [MBX-05]', async () => {
  await renderPanel('/', {
    handlers: {
      signIn: () => {
        throw refusal('NOT_AUTHORIZED', { attrs: { reason: 'SUSPENDED' } });
      },
    },
  });
  await fillIn();
  await button.click();
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(/^Your mailbox is suspended, so you can't sign in\./);
});

test('an address of several accounts asks for the customer ID, then sends it [ENT-03]', async () => {
  const { api } = await renderPanel('/', {
    handlers: {
      signIn: ({ customerId: given }) => {
        if (!given) throw refusal('AMBIGUOUS_CREDENTIALS');
        throw refusal('INVALID_CREDENTIALS');
      },
    },
  });
  await fillIn();
  await expect.element(customerId).not.toBeInTheDocument();
  await button.click();
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(/^This email address belongs to more than one account\./);
  await expect.element(customerId).toHaveFocus();
  await expect.element(customerId).not.toHaveAttribute('aria-invalid');
  await button.click();
  await expect.element(customerId).toHaveAccessibleDescription(/Enter your customer ID\./);
  await expectAccessible();
  await customerId.fill('7K2-M9Q-XW5');
  await button.click();
  await expect.element(customerId).toHaveAccessibleDescription(/^This isn't a customer ID/);
  const typed = shortCustomerId('01935b1e-7b3c-7c41-9d0e-5f3ab02c77e1').toLowerCase();
  await customerId.fill(` ${typed} `);
  await button.click();
  await expect.poll(() => api.callsOf('signIn').at(-1)?.input['customerId']).toBe(typed);
  // The question was about that address.
  await email.fill('bob@bluebottle.coffee');
  await expect.element(customerId).not.toBeInTheDocument();
  await button.click();
  await expect
    .poll(() => api.callsOf('signIn').at(-1)?.input)
    .toEqual({
      email: 'bob@bluebottle.coffee',
      password: 'Blue-Door-7',
    });
});

test.for([
  ['NO_SUBSCRIPTION', 'Unable to log in. No subscription found.'],
  ['TOO_MANY_ATTEMPTS', 'Too many attempts. Try again in 12 minutes.'],
] as const)('a sign-in refused with %s says so [ENT-03]', async ([code, text]) => {
  await renderPanel('/', {
    handlers: {
      signIn: () => {
        throw refusal(code, { retryAfterSeconds: 700 });
      },
    },
  });
  await fillIn();
  await button.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(text);
});

test('without an answer the form keeps what was typed and says that the server was not reached [ENT-03]', async () => {
  await renderPanel('/', {
    handlers: {
      signIn: () => {
        throw noConnection();
      },
    },
  });
  await fillIn();
  await button.click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/^We couldn't reach the server\./);
  await expect.element(email).toHaveValue('ada@bluebottle.coffee');
});

test('two quick presses send one sign-in, and the button shows that it is pending [ENT-01]', async () => {
  const answer = gate();
  const { api } = await renderPanel('/', {
    handlers: {
      signIn: async () => {
        await answer.closed;
        throw refusal('INVALID_CREDENTIALS');
      },
    },
  });
  await fillIn();
  await password.click();
  await userEvent.keyboard('{Enter}{Enter}');
  await expect.element(page.getByRole('button', { name: 'Signing in' })).toHaveAttribute('aria-busy', 'true');
  await expectAccessible();
  answer.open();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/^Incorrect/);
  expect(api.callsOf('signIn')).toHaveLength(1);
});

test('the general brand links to webmail, sign-up, support and the reset [ENT-01]', async () => {
  const { location } = await renderPanel('/');
  await expect
    .element(page.getByRole('link', { name: 'open webmail' }))
    .toHaveAttribute('href', 'https://webmail.harbour.test/');
  await expect
    .element(page.getByRole('link', { name: 'Get email for your domain' }))
    .toHaveAttribute('href', '/partner/provision?partnerID=54');
  await expect
    .element(page.getByRole('link', { name: 'Contact support' }))
    .toHaveAttribute('href', 'mailto:help@harbour.test');
  await page.getByRole('textbox', { name: 'Email' }).fill(' ada@bluebottle.coffee ');
  await page.getByRole('link', { name: 'Forgot it?' }).click();
  await expect.poll(() => location().href).toBe('/reset-password');
  // Typed text is carried over, and stays out of the address.
  await expect.element(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Email' })).toHaveValue('ada@bluebottle.coffee');
});

test('the small-business brand has its own note and no webmail link [ENT-01] [BRD-01]', async () => {
  await renderPanel('/', { handlers: { readPartnerInfo: () => aSmallBusinessPartner() } });
  await expect.element(page.getByText('Manage your business email in one place.')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'open webmail' })).not.toBeInTheDocument();
  expect(document.documentElement.dataset['brand']).toBe('neo');
  expect(document.querySelector('link[data-partner-theme]:last-of-type')?.getAttribute('href')).toBe(
    '/theme.css?partnerId=55',
  );
});

test('links without an address of the partner are left out [ENT-01]', async () => {
  const { urls } = aPartner();
  await renderPanel('/', {
    handlers: { readPartnerInfo: () => aPartner({ urls: { ...urls, webmail: null, signUp: null } }) },
  });
  await expect.element(page.getByRole('link', { name: 'Forgot it?' })).toBeVisible();
  expect(page.getByRole('link').elements()).toHaveLength(2);
});

test('a partner’s logo is loaded from our own server, and the partner’s name is shown if it can’t be loaded [BRD-01]', async () => {
  const { resources, partnerId } = aPartner();
  const controlPanelLogoUrl = 'https://partner.test/logo.svg';
  const readPartnerInfo = () => aPartner({ resources: { ...resources, controlPanelLogoUrl } });
  const pictures = () =>
    performance.getEntriesByType('resource').flatMap(({ name }) => (/logo/.test(name) ? [new URL(name)] : []));
  performance.clearResourceTimings();
  await renderPanel('/', { handlers: { readPartnerInfo } });
  await expect
    .poll(() => pictures().map(({ pathname, search }) => pathname + search))
    .toEqual([`/partner-logo?partnerId=${partnerId}`]);
  await expect.element(page.getByRole('banner').getByText('Harbour Mail')).toBeVisible();
});

test('opening the login forgets the theme and view of a host page [ENT-01]', async () => {
  await renderPanel('/');
  localStorage.setItem('theme', 'defaultTheme');
  localStorage.setItem('view', 'widget');
  const { location } = await renderPanel('/', { keepStorage: true });
  await expect.element(button).toBeVisible();
  await expect.poll(() => location().pathname).toBe('/');
  expect([localStorage.getItem('theme'), localStorage.getItem('view')]).toEqual([null, null]);
});

test('the language select offers the languages that have texts and changes every text [BRD-03]', async () => {
  await renderPanel('/');
  const language = page.getByRole('combobox', { name: 'Language' });
  await language.selectOptions('Deutsch');
  await expect.element(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
  expect(document.documentElement.lang).toBe('de-de');
  await expectAccessible();
});

test('a sign-in works by keyboard alone [ENT-01]', async () => {
  const { api } = await renderPanel('/', {
    handlers: {
      signIn: () => {
        throw refusal('INVALID_CREDENTIALS');
      },
    },
  });
  await expect.element(email).toHaveFocus();
  await userEvent.keyboard('ada@bluebottle.coffee{Tab}');
  await expect.element(page.getByRole('link', { name: 'Forgot it?' })).toHaveFocus();
  await userEvent.keyboard('{Tab}Blue-Door-7{Tab}{Enter}');
  await expect.element(password).toHaveAttribute('type', 'text');
  await userEvent.keyboard('{Tab}');
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Incorrect email address or password.');
  expect(api.callsOf('signIn')[0]?.input['email']).toBe('ada@bluebottle.coffee');
});

test.for(['en', 'de-de'] as const)(
  'the login in %s fits a window of 320 pixels and moves nothing while it opens [ENT-01]',
  async (locale) => {
    const moved: number[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) moved.push(entry.value);
    });
    observer.observe({ type: 'layout-shift' });
    await renderPanel('/', { locale, viewport: [320, 640] });
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await document.fonts.ready;
    await expect.poll(() => document.documentElement.scrollWidth).toBe(320);
    await expectAccessible();
    observer.disconnect();
    expect(moved).toEqual([]);
  },
);

test.for(['light', 'dark'] as const)('the login keeps its contrast in the %s scheme [ENT-01]', async (scheme) => {
  await renderPanel('/', { scheme });
  await expect.element(email).toBeVisible();
  await expectAccessible();
});
