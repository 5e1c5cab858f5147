import { describe, expect, test } from 'vitest';
import type { PanelRoute } from '../lib/panel-route.ts';
import { type Decision, decideNavigation, type Visit } from './guards.ts';

const route = (changes: Partial<PanelRoute>): PanelRoute => ({
  path: '/somewhere',
  access: 'open',
  mobileSupported: true,
  frame: 'bare',
  texts: 'entry',
  title: 'app.notFound.title',
  load: () => Promise.reject(new Error('never loaded')),
  ...changes,
});

const VISIT: Visit = {
  url: '/somewhere?a=1',
  hasToken: false,
  isMobileViewport: false,
  view: 'default',
  products: null,
};
const SIGNED_IN: Visit = { ...VISIT, hasToken: true };
const ON_PHONE: Visit = { ...SIGNED_IN, isMobileViewport: true };
const session = route({ access: 'session' });
const mobileHome = route({ path: '/mobile-home', access: 'session' });
const HOME: Decision = { kind: 'redirect', to: '/redirect-handler' };

type Case = [guarantee: string, route: PanelRoute, visit: Visit, decision: Decision];

const CASES: Case[] = [
  [
    'a home of the widget leads elsewhere in another view',
    route({ path: '/home', access: 'session', onlyIn: 'widget' }),
    SIGNED_IN,
    HOME,
  ],
  [
    'a home of the widget is shown in it',
    route({ path: '/home', access: 'session', onlyIn: 'widget' }),
    { ...SIGNED_IN, view: 'widget' },
    { kind: 'pass' },
  ],
  ['an open screen is shown to a visitor', route({}), VISIT, { kind: 'pass' }],
  ['a signed-in person is shown their screen', session, SIGNED_IN, { kind: 'pass' }],
  ['a visitor to a session screen goes to the login', session, VISIT, { kind: 'go-to-login' }],
  [
    'an open screen with a token goes to the redirect handler with its URL',
    route({}),
    SIGNED_IN,
    { ...HOME, url: VISIT.url },
  ],
  ['a fresh-auth screen starts afresh with a token', route({ freshAuth: true }), SIGNED_IN, { kind: 'pass-afresh' }],
  ['a fresh-auth screen passes without a token', route({ freshAuth: true }), VISIT, { kind: 'pass' }],
  ['a screen that skips the guard passes with a token', route({ skipsGuard: true }), SIGNED_IN, { kind: 'pass' }],
  [
    'a session screen that skips the guard passes without one',
    route({ access: 'session', skipsGuard: true }),
    VISIT,
    { kind: 'pass' },
  ],
  [
    'a phone on a screen not made for it goes to the mobile home',
    route({ access: 'session', mobileSupported: false }),
    ON_PHONE,
    { kind: 'redirect', to: '/mobile-home' },
  ],
  [
    'that holds before the token is asked for',
    route({ access: 'session', mobileSupported: false }),
    { ...ON_PHONE, hasToken: false },
    { kind: 'redirect', to: '/mobile-home' },
  ],
  ['a phone on a screen made for it passes', session, ON_PHONE, { kind: 'pass' }],
  ['a phone on the mobile home passes', mobileHome, ON_PHONE, { kind: 'pass' }],
  ['a desktop on the mobile home goes to the redirect handler', mobileHome, SIGNED_IN, HOME],
  [
    'a wide window of the mobile view passes on its own home',
    mobileHome,
    { ...SIGNED_IN, view: 'mobile' },
    { kind: 'pass' },
  ],
];

describe('the route guard', () => {
  test.for(CASES)('%s [SHL-02]', ([, asked, visit, decision]) => {
    expect(decideNavigation(asked, visit)).toEqual(decision);
  });

  const mailOnly = route({ access: 'session', products: ['MailSuite', 'NeoDomain'] });
  const PRODUCTS: [string, Visit['products'], Decision][] = [
    ['a plan with one of the products passes', ['Site', 'NeoDomain'], { kind: 'pass' }],
    ['a plan with none of them goes to the default path', ['Site'], HOME],
    ['a plan without products goes to the default path', [], HOME],
    ['a plan that is not known yet sends nobody away', null, { kind: 'pass' }],
  ];
  test.for(PRODUCTS)('%s [SHL-03]', ([, products, decision]) => {
    expect(decideNavigation(mailOnly, { ...SIGNED_IN, products })).toEqual(decision);
  });
});
