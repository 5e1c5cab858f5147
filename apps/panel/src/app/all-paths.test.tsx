import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ALL_TEXT_GROUPS } from '../../build/text-groups.ts';
import { loadTexts, text } from '../lib/i18n/texts.ts';
import { saveLogin } from '../lib/session/session-store.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { aCurrentPlan, aLogin, anOrder } from '../testing/samples.ts';
import { follow, screenAt } from '../testing/walk-routes.ts';
import { ROUTES } from './routes.ts';

const HOMES = { default: '/email-accounts', widget: '/home', mobile: '/mobile-home' } as const;
type ViewName = keyof typeof HOMES;
const VIEWS = Object.keys(HOMES) as ViewName[];

/**
 * How a path is reached:
 * - `session`: for signed-in people; anyone else signs in first and then gets there
 * - `entry`: for visitors; a signed-in person is sent home
 * - `link`: for everyone, signed in or not: its query says what it is for
 * - `home-of-…`: for signed-in people in this view; in other views it leads home
 */
type Access = 'session' | 'entry' | 'link' | 'home-of-widget' | 'home-of-mobile';

/** Every path and alias of 1 §2 that the panel has, with a query if it takes one, and the panel's additional paths. */
const MAIL_PATHS: readonly [path: string, access: Access][] = [
  ['/', 'entry'],
  ['/login', 'entry'],
  ['/mobile-home', 'home-of-mobile'],
  ['/mobile-home?change-billing-cycle=true', 'home-of-mobile'],
  ['/auto-login-error', 'link'],
  ['/partner/purchase?jwt=a&partnerId=54', 'link'],
  ['/partner/provision?partnerID=54', 'link'],
  ['/partner/cpWidget', 'link'],
  ['/home', 'home-of-widget'],
  ['/autoLogin?token=a&domain=a.example', 'link'],
  ['/loginWithToken?token=a&domain=a.example', 'link'],
  ['/partner/autoLogin?jwt=a&partnerId=54', 'link'],
  ['/webmail/autoLogin?token=a', 'link'],
  ['/reset-password', 'link'],
  ['/resetPassword', 'link'],
  ['/set-password?token=a', 'link'],
  ['/setPassword?token=a', 'link'],
  ['/email-accounts', 'session'],
  ['/email-accounts?launchEmailCreation=true', 'session'],
  ['/email_accounts', 'session'],
  ['/email_accounts/', 'session'],
  ['/get-mail', 'session'],
  ['/internal-forward', 'session'],
  ['/catch-all-email', 'session'],
  ['/catch_all_email', 'session'],
  ['/device-download', 'session'],
  ['/device_download', 'session'],
  ['/configure-desktop', 'session'],
  ['/configure_desktop', 'session'],
  ['/activate?source_hook=email-created', 'session'],
  ['/domain-verification', 'session'],
  ['/email-reputation', 'session'],
  ['/import-email', 'session'],
  ['/spam-filter-control', 'session'],
  ['/manage-dns', 'session'],
  ['/resume-import-email?token=a', 'link'],
  ['/import-sign-in?state=a&code=b', 'link'],
  ['/billing-and-upgrade', 'session'],
  ['/billing-and-upgrade?renew=true', 'session'],
  ['/billing-and-upgrade?renew=true&otherCard=true', 'session'],
  ['/billing-and-upgrade?monthExtension=true', 'session'],
  ['/billing-and-upgrade?higherPlan=true', 'session'],
  ['/billing-and-upgrade/storage_addon', 'session'],
  ['/renew/mail', 'session'],
  ['/buy-email-account', 'session'],
  ['/addons/storage_addon', 'session'],
  ['/addons/general_max', 'session'],
  ['/manage-subscriptions/storage_addon', 'session'],
  ['/billing-and-subscription', 'session'],
  ['/billing-and-subscription?reactivateSubscription=true', 'session'],
  ['/billing-and-subscription?changeRenewalDate=true', 'session'],
  ['/billing-and-subscription?manageCard=true', 'session'],
  ['/billing-and-subscription?change-billing-cycle=true', 'session'],
  ['/postPayment?jwt=a', 'link'],
  ['/product-not-found', 'link'],
  // Beyond the specification.
  ['/email-accounts/bulk', 'session'],
  ['/domains', 'session'],
  ['/change-domain', 'session'],
  ['/security', 'session'],
  ['/activity', 'session'],
  ['/refer', 'session'],
  ['/domain-instructions?token=a', 'link'],
  ['/restore-address?token=a', 'link'],
  ['/keep-account?token=a', 'link'],
  ['/payment-return', 'link'],
  ['/staff', 'link'],
  ['/staff/customers/a', 'link'],
  ['/staff/set-password?token=a', 'link'],
];

/** Those of a plan with a site. */
const SITE_PATHS = ['/connect-site-domain', '/site-billing-and-upgrade', '/site-billing-and-upgrade/x', '/renew/site'];

/** Screens of sites that 1 §2 names but the panel doesn't have yet. Move one up when it is built. */
const NOT_THERE = ['/manage-site'];

const NOWHERE = ['/nowhere', '/email-accounts/bulk/more', '/renew', '/partner', '/renew/mail/now'];

/** What a partner's link may ask for besides a section: 1 §4, Internal redirect. */
const ACTIONS = [
  ...['launchEmailCreation', 'renew', 'renewCardPayment', 'trialUpgradeWithExtension', 'higherPlanUpgrade'],
  ...['showPlanFeature', 'reactivateSubscription', 'changeRenewalDate', 'manageCard', 'changeBillingCycle'],
];

const pathOf = (url: string) => url.split('?')[0] ?? '';

async function arrive(view: ViewName, site = false): Promise<void> {
  const mail = aCurrentPlan();
  const plan = site ? aCurrentPlan({ mailSuiteDetails: null, siteDetails: anOrder({ product: 'Site' }) }) : mail;
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem('view', view);
  const viewport = view === 'mobile' ? ([390, 844] as const) : ([1280, 860] as const);
  await renderPanel('/auto-login-error', {
    ...{ keepStorage: true, viewport },
    handlers: { readCurrentPlan: () => ({ currentPlan: plan }) },
  });
  saveLogin(aLogin({ token: `${view}-${site}` }));
  localStorage.setItem('view', view);
}

function leadsTo(path: string, access: Access, view: ViewName): string {
  if (access === 'entry') return HOMES[view];
  if (access === 'home-of-widget' || access === 'home-of-mobile')
    return pathOf(path) === HOMES[view] ? path : HOMES[view];
  return path;
}

test('every path, alias and flag opens its screen for a visitor, or the sign-in that leads on to it [SHL-01]', async () => {
  await renderPanel('/auto-login-error');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  // A home of one view only: the sign-in decides which home it is.
  const HOME = '/redirect-handler';
  const isForAll = (access: Access) => access === 'entry' || access === 'link';
  for (const [path, access] of MAIL_PATHS) {
    const next = access === 'session' ? path : HOME;
    const wanted = isForAll(access) ? path : `/?${new URLSearchParams({ url: next })}`;
    expect([path, await follow(path)]).toEqual([path, { url: wanted, isScreen: true }]);
  }
});

test.for(VIEWS)(
  'every path, alias and flag opens its screen, or leads home, in the %s view [SHL-01] [SHL-02]',
  async (view) => {
    await arrive(view);
    for (const [path, access] of MAIL_PATHS) {
      const wanted = { url: leadsTo(path, access, view), isScreen: true };
      expect([path, await follow(path)]).toEqual([path, wanted]);
    }
    // On a plan without a site, the screens of sites lead home.
    for (const path of SITE_PATHS)
      expect([path, await follow(path)]).toEqual([path, { url: HOMES[view], isScreen: true }]);
  },
);

test('a plan with a site opens the screens of sites, and those of mail lead to what to do about it [SHL-01] [SHL-03]', async () => {
  await arrive('default', true);
  for (const path of SITE_PATHS) expect([path, await follow(path)]).toEqual([path, { url: path, isScreen: true }]);
  for (const path of ['/email-accounts', '/internal-forward', '/billing-and-upgrade'])
    expect([path, (await follow(path)).url]).toEqual([path, '/product-not-found']);
});

test.for(VIEWS)(
  'only what isn’t there is “Page Not Found” in the %s view, and for a visitor [SHL-01]',
  async (view) => {
    await arrive(view);
    for (const path of [...NOT_THERE, ...NOWHERE]) expect([path, (await follow(path)).isScreen]).toEqual([path, false]);
    sessionStorage.clear();
  },
);

test('a section and an action lead to their screen under any of its names, and a slash at the end changes nothing [ENT-13] [SHL-01]', async () => {
  await arrive('default');
  for (const [path, url] of [
    ['/?section=manage-dns', '/manage-dns'],
    ['/login?section=email_accounts&action=launchEmailCreation', '/email-accounts?launchEmailCreation=true'],
    ['/?action=manageCard', '/billing-and-subscription?manageCard=true'],
    ['/?url=%2Fcatch-all-email%2F', '/catch-all-email'],
    ['/?section=nowhere', '/email-accounts'],
  ] as const)
    expect([path, await follow(path)]).toEqual([path, { url, isScreen: true }]);
});

test('no path of the panel is missing from the table [SHL-01]', () => {
  const tested = new Set([...MAIL_PATHS.map(([path]) => pathOf(path)), ...SITE_PATHS]);
  const named = (pattern: string) => pattern.replace('$addon', 'storage_addon').replace('$customer', 'a');
  const all = ROUTES.flatMap(({ path, aliases = [] }) => [path, ...aliases]);
  const missing = all.filter((path) => !tested.has(named(path)) && !path.startsWith('/site-billing-and-upgrade/'));
  expect(missing).toEqual([]);
});

/** Where a path leads, in words for the table. */
async function cellOf(path: string): Promise<string> {
  const { url, title } = await screenAt(path);
  if (title === null) return 'Page Not Found';
  if (url === path) return text(title);
  const wanted = new URLSearchParams(url.split('?')[1]).get('url');
  if (pathOf(url) !== '/' || wanted === null) return `→ \`${url}\``;
  return wanted === '/redirect-handler'
    ? 'sign-in'
    : wanted === path
      ? 'sign-in, then here'
      : `sign-in, then \`${wanted}\``;
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

test('the table of all paths says where each leads a visitor, in each view, and on a plan with a site [SHL-01] [SHL-02] [SHL-03]', async () => {
  const asked = ACTIONS.map((action) => `/?action=${action}`);
  const paths = [...MAIL_PATHS.map(([path]) => path), ...asked, ...SITE_PATHS, ...NOT_THERE, ...NOWHERE];
  const column = async () => {
    const cells: string[] = [];
    for (const path of paths) cells.push(await cellOf(path));
    return cells;
  };
  await renderPanel('/auto-login-error');
  await Promise.all(ALL_TEXT_GROUPS.map(loadTexts));
  const columns = [await column()];
  for (const view of VIEWS) {
    await arrive(view);
    columns.push(await column());
  }
  await arrive('default', true);
  columns.push(await column());
  sessionStorage.clear();
  const rows = paths.map((path, index) => row([`\`${path}\``, ...columns.map((cells) => cells[index] ?? '')]));
  await expect(`# Where each path leads

Every path, alias and flag of the specification (1 §2 and 1 §4), and the panel's additional ones, walked by the panel's own router and
guards: ${paths.length} paths, opened by a visitor, and signed in in each view and on a plan with a site only. \`all-paths.test.tsx\` walks them and compares
this file; \`npm test -- --only=screens all-paths -u\` writes it again. A name is that of the screen which opens at the path; an arrow leads
on. \`/manage-site\` is for sites, which the panel doesn't build yet, and so are the two open names of \`/get-mail\`.

${row(['Path', 'Visitor', 'Default view', 'Widget', 'Phone', 'Plan with a site only'])}
|${'---|'.repeat(columns.length + 1)}
${rows.join('\n')}
`).toMatchFileSnapshot('../../../../docs/paths.md');
});
