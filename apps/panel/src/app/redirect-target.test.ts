import { expect, test } from 'vitest';
import type { PanelRoute } from '../lib/panel-route.ts';
import { decideHome, readIntendedUrl, sectionUrl } from './redirect-target.ts';

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
  screen('/billing-and-upgrade', 'session'),
  screen('/billing-and-subscription', 'session'),
  { ...screen('/partner/provision', 'open'), followsSignIn: true },
];
const find = (path: string) => SCREENS.find((each) => each.path === path);

test.for([
  ['/email-accounts?q=a', '/email-accounts?q=a'],
  ['/', null],
  ['/?url=%2Femail-accounts%3Fq%3Da', '/email-accounts?q=a'],
  ['/?url=%2F%3Furl%3D%252Femail-accounts', '/email-accounts'],
  ['/?url=%2F%2Fevil.test', null],
  ['/partner/provision?domain=lind.example', '/partner/provision?domain=lind.example'],
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

const aliased = (path: string) =>
  path === '/email_accounts'
    ? find('/email-accounts')
    : path === '/forwards'
      ? screen('/forwards', 'session')
      : find(path);

test.for([
  ['the section alone', 'email_accounts', null, '/email-accounts'],
  ['its action with its flag', 'email-accounts', 'launchEmailCreation', '/email-accounts?launchEmailCreation=true'],
  ['an action without a section', null, 'launchEmailCreation', '/email-accounts?launchEmailCreation=true'],
  ['another screen without the flag', 'forwards', 'launchEmailCreation', '/forwards'],
  ['the renewal', null, 'renew', '/billing-and-upgrade?renew=true'],
  ['the renewal by another card', null, 'renewCardPayment', '/billing-and-upgrade?renew=true&otherCard=true'],
  ['a trial’s plan with a month more', null, 'trialUpgradeWithExtension', '/billing-and-upgrade?monthExtension=true'],
  ['a higher plan', 'billing-and-upgrade', 'higherPlanUpgrade', '/billing-and-upgrade?higherPlan=true'],
  ['the plans with their features', null, 'showPlanFeature', '/billing-and-upgrade'],
  ['keeping the plan', null, 'reactivateSubscription', '/billing-and-subscription?reactivateSubscription=true'],
  ['the renewal date', null, 'changeRenewalDate', '/billing-and-subscription?changeRenewalDate=true'],
  ['the card', null, 'manageCard', '/billing-and-subscription?manageCard=true'],
  ['the billing cycle', null, 'changeBillingCycle', '/billing-and-subscription?change-billing-cycle=true'],
  ['an action that no screen does', 'email-accounts', 'constructor', '/email-accounts'],
  ['a section that is no screen', 'nowhere', 'launchEmailCreation', null],
  ['the deciding screen itself', 'redirect-handler', null, null],
  ['nothing', null, null, null],
] as const)('a saved section and action lead to %s [ENT-13]', ([, section, action, expected]) => {
  expect(sectionUrl({ section, action }, aliased)).toBe(expected);
});
