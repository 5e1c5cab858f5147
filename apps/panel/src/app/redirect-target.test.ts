import { expect, test } from 'vitest';
import type { PanelRoute } from '../lib/panel-route.ts';
import { decideHome, readIntendedUrl } from './redirect-target.ts';

const screen = (path: `/${string}`, access: PanelRoute['access'], products?: PanelRoute['products']): PanelRoute => ({
  path,
  access,
  mobileSupported: true,
  frame: 'panel',
  texts: 'panel',
  title: 'app.notFound.title',
  load: () => Promise.reject(new Error('never loaded')),
  ...(products ? { products } : {}),
});
const SCREENS = [
  screen('/', 'open'),
  screen('/email-accounts', 'session', ['MailSuite']),
  screen('/redirect-handler', 'session'),
];
const find = (path: string) => SCREENS.find((each) => each.path === path);

test.for([
  ['/email-accounts?q=a', '/email-accounts?q=a'],
  ['/', null],
  ['/nowhere', null],
  ['/redirect-handler', null],
  ['https://evil.test/email-accounts', null],
  ['//evil.test/email-accounts', null],
  ['/\\evil.test', null],
  ['/email-accounts\\..', null],
  ['javascript:alert(1)', null],
  ['', null],
  [null, null],
] as const)('the way back of %s is %s: only screens of ours for signed-in people [SHL-02]', ([asked, expected]) => {
  expect(readIntendedUrl(asked, find)).toBe(expected);
});

test.for([
  ['/email-accounts?q=a', ['MailSuite'], '/email-accounts?q=a'],
  [null, ['MailSuite'], '/email-accounts'],
  ['/email-accounts', ['Site'], '/product-not-found'],
] as const)('after a sign-in %s with %s leads to %s [SHL-03]', ([intended, products, home]) => {
  expect(decideHome(intended, products, find)).toBe(home);
});
