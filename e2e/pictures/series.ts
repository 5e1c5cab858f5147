import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import type { Bought } from '../server/panel-api.ts';
import { type Postern, posternClient, startPostern } from '../server/start-postern.ts';
import { ADMIN, signIn } from '../steps/sign-in.ts';
import { watchContext } from '../watch-context.ts';
import { photographBilling } from './billing-screens.ts';
import { photographBulk } from './bulk-screens.ts';
import { type Look, openCamera, GALLERY, NARROW, PHONE, type Picture, WIDE, WIDGET } from './camera.ts';
import { photographDomainChange } from './change-screens.ts';
import { photographDns } from './dns-screens.ts';
import { photographDomainScreens, photographMobileHome } from './domain-screens.ts';
import { photographLanguage } from './language-screens.ts';
import { photographMailboxDialogs } from './mailbox-dialogs.ts';
import {
  closeWelcome,
  photographActivity,
  photographFirstMailbox,
  photographFrame,
  photographImport,
  photographList,
  photographOffline,
  photographWaiting,
  photographWelcome,
} from './mailbox-screens.ts';
import { photographMember } from './member-screens.ts';
import { panelTexts } from './panel-texts.ts';
import { photographPurchase } from './purchase-screens.ts';
import { photographReputation } from './reputation-screens.ts';
import { MAILS_BEFORE_PICTURES, type Seeds } from './seeds.ts';
import { photographSetUp } from './set-up-screens.ts';
import { photographPasswords, photographSignIn } from './sign-in-screens.ts';
import { button, openLink, type Tour } from './tour.ts';

export type Series = {
  name: string;
  partner: number;
  /** The first label of the partner's own host name, if it has one. */
  host: string;
  locale: { browser: string; texts: string };
  looks: readonly Look[];
  only?: 'mailboxes' | 'list' | 'sample' | 'language' | 'billing';
};

const ENGLISH = { browser: 'en-US', texts: 'en' };
const looksOf = (size: Look['size']): Look[] => [
  { size, scheme: 'light' },
  { size, scheme: 'dark' },
];
const ALL = [...looksOf(WIDE), ...looksOf(PHONE)];
const FEW: Look[] = [
  { size: WIDE, scheme: 'light' },
  { size: PHONE, scheme: 'dark' },
];
const LIGHT: Look[] = [
  { size: WIDE, scheme: 'light' },
  { size: PHONE, scheme: 'light' },
];

export const SERIES: readonly Series[] = [
  { name: 'general', partner: 54, host: '', locale: ENGLISH, looks: ALL },
  { name: 'neo', partner: 61, host: 'neo.', locale: ENGLISH, looks: FEW },
  { name: 'partner', partner: 72, host: 'northline.', locale: ENGLISH, looks: FEW },
  { name: 'german', partner: 54, host: '', locale: { browser: 'de-DE', texts: 'de-de' }, looks: LIGHT },
  { name: 'widget', partner: 54, host: '', locale: ENGLISH, looks: looksOf(WIDGET), only: 'mailboxes' },
  { name: 'cjk', partner: 54, host: '', locale: { browser: 'ja-JP', texts: 'en' }, looks: LIGHT, only: 'list' },
  { name: 'billing', partner: 54, host: '', locale: ENGLISH, looks: ALL, only: 'billing' },
  {
    ...{ name: 'billing-german', partner: 54, host: '', locale: { browser: 'de-DE', texts: 'de-de' } },
    ...{ looks: LIGHT, only: 'billing' },
  },
  { name: 'sample', partner: 54, host: '', locale: ENGLISH, looks: looksOf(WIDE), only: 'sample' },
];

const LOCALES = path.resolve(import.meta.dirname, '../../apps/panel/locales');

/** The main screens in every language that has texts of its own, a series each. */
export const LANGUAGES: readonly Series[] = readdirSync(LOCALES)
  .filter((locale) => !locale.startsWith('en-'))
  .map((locale) => ({
    ...{ name: locale, partner: 54, host: '', locale: { browser: locale, texts: locale }, only: 'language' },
    looks: [
      { size: WIDE, scheme: 'light' },
      { size: NARROW, scheme: 'light' },
    ],
  }));

type Made = { pictures: Picture[]; faults: string[]; findings: string[] };
type Job = { browser: Browser; postern: Postern; seeds: Seeds; series: Series; newDomain: (word: string) => string };

/** Takes all pictures of one series. Errors are reported, and the pictures so far are kept. */
export async function photographSeries(job: Job): Promise<Made> {
  if (job.series.only !== 'billing') return photographOn(job, null);
  // The clock is moved, so it is on a server of its own.
  const { location, end } = await startPostern();
  try {
    return await photographOn({ ...job, postern: posternClient(location) }, location.dataDir);
  } finally {
    await end();
  }
}

async function photographOn({ browser, postern, seeds, series, newDomain }: Job, own: string | null): Promise<Made> {
  const context = await browser.newContext({
    baseURL: postern.url,
    locale: series.locale.browser,
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(20_000);
  const { faults } = watchContext(context, postern.url);
  const page = await context.newPage();
  // The tour leaves forms with something typed in them, and the browser would ask.
  page.on('dialog', (dialog) => void dialog.accept());
  const url = postern.url.replace('localhost', `${series.host}localhost`);
  const camera = openCamera(series.name, series.looks);
  const tour: Tour = {
    page,
    camera,
    words: panelTexts(series.locale.texts),
    postern,
    partner: series.partner,
    url,
    newDomain,
  };
  const [look] = series.looks;
  if (look) await page.setViewportSize(look.size);
  try {
    await (own === null ? walk(tour, seeds, series) : photographBilling(tour, own));
  } catch (error) {
    // The screen at that moment says more than the failed step.
    await page.screenshot({ path: path.join(GALLERY, series.name, 'ended-early.png') }).catch(() => undefined);
    faults.push(`${series.name} ended early: ${String(error)}`);
  }
  await context.close();
  return {
    pictures: camera.pictures,
    faults: faults.map((fault) => `${series.name}: ${fault}`),
    findings: camera.findings,
  };
}

/** What an admin does with mailboxes and the domain. */
async function photographAdministration(tour: Tour): Promise<void> {
  await photographMailboxDialogs(tour);
  await photographDomainScreens(tour);
  await photographDns(tour);
  await photographSetUp(tour);
  await photographReputation(tour);
  await photographDomainChange(tour);
  await photographBulk(tour);
  await photographImport(tour);
}

async function walk(tour: Tour, seeds: Seeds, { name, only, partner, looks }: Series): Promise<void> {
  const full = seeds.full.get(name);
  if (!full) throw new Error(`Nothing was bought for ${name}.`);
  if (only === 'language') return await photographLanguage(tour, full);
  if (only === 'sample') return await photographSample(tour);
  if (only === 'list')
    return await openList(tour, seeds.cjk).then(() => tour.camera.take(tour.page, 'mailboxes', 'list'));
  if (only === 'mailboxes') {
    await openList(tour, full);
    await tour.page.evaluate(() => localStorage.setItem('view', 'widget'));
    await tour.page.reload();
    await photographList(tour);
    await photographAdministration(tour);
    return await photographOffline(tour);
  }
  await photographSignIn(tour, seeds.twoAccounts);
  await photographPurchase(tour);
  await photographFirstMailbox(tour);
  await arriveAtList(tour, full);
  await photographWelcome(tour);
  await photographList(tour);
  await photographFrames(tour);
  await photographOffline(tour);
  await photographWaiting(tour);
  await tour.page.reload();
  await photographAdministration(tour);
  if (looks.some(({ size }) => size === PHONE)) await photographMobileHome(tour);
  if (partner === 54) await photographPasswords(tour, seeds.twoAccounts.email, MAILS_BEFORE_PICTURES);
  await photographMember(tour, full.wish.domain);
}

/** The first screen after `npm start`: the README's picture. */
async function photographSample(tour: Tour): Promise<void> {
  await signIn(tour.page, ADMIN);
  await tour.camera.take(tour.page, 'mailboxes', 'list');
}

async function photographFrames(tour: Tour): Promise<void> {
  await photographFrame(tour, false);
  await photographActivity(tour);
  await tour.page.setViewportSize(PHONE);
  await button(tour, 'shell.menu.open').waitFor();
  await photographFrame(tour, true);
}

async function openList(tour: Tour, bought: Bought): Promise<void> {
  await arriveAtList(tour, bought);
  await closeWelcome(tour);
}

async function arriveAtList(tour: Tour, { wish }: Bought): Promise<void> {
  await openLink(tour, wish);
  await tour.page.waitForURL(/email-accounts/);
}
