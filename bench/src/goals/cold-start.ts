import { type ColdPage, type ColdStart, startBrowser, timeColdStart } from '../../../e2e/measures/cold-start.ts';
import { fillSignIn } from '../../../e2e/steps/sign-in.ts';
import { closeWelcome } from '../../../e2e/steps/welcome.ts';
import { type Comparison, within } from '../report/comparison.ts';
import { ownerOf, PASSWORD } from '../servers/fill-postern.ts';
import { serveLeastApp } from '../servers/least-build.ts';
import type { Size } from '../servers/people.ts';
import type { BenchContext } from './context.ts';

const SIZE: Size = 10_000;
/** The part of an address that the list has in an element of its own. */
const ADDRESS = /^[a-z]+[.][a-z]+\d+@/;

type Page = Parameters<ColdPage['isThere']>[0];
const rowIn = (page: Page, row: string | RegExp) => page.getByText(row).filter({ visible: true }).first();

/** The sign-in, and the list of mailboxes of a person who has signed in. */
export function panelPages(baseUrl: string, who: { email: string; password: string }, row: string | RegExp) {
  const base = baseUrl.replace('127.0.0.1', 'localhost');
  const list: ColdPage = {
    url: `${base}/email-accounts`,
    prepare: async (page) => {
      await page.goto(`${base}/login`);
      await fillSignIn(page, who);
      await closeWelcome(page);
      // A phone's first screen is another one.
      await page.goto(`${base}/email-accounts`);
      await rowIn(page, row).waitFor();
      // They would push every row out of the window, so that no paint shows one.
      const steps = page.getByRole('button', { name: 'Fold the first steps' });
      if ((await steps.count()) > 0) await steps.click();
    },
    isThere: (page) => rowIn(page, row).waitFor(),
  };
  const login: ColdPage = { url: `${base}/login`, isThere: (page) => page.getByRole('textbox').first().waitFor() };
  return { login, list, warmList: { ...list, isWarm: true } };
}

/** Goals 10 and 13: what a person with a slow phone waits for, and how much is sent. */
export async function measureColdStart(context: BenchContext): Promise<Comparison[]> {
  const { postern, postfixAdmin, pace, defer } = context;
  const least = await serveLeastApp(defer);

  const pages: Record<string, ColdPage> = {
    ...panelPages(postern.baseUrl, { email: ownerOf(SIZE), password: PASSWORD }, ADDRESS),
    least: { url: least, isThere: (page) => page.getByRole('textbox').first().waitFor() },
    postfixAdmin: {
      url: postfixAdmin.listUrl(SIZE),
      prepare: async (page) => {
        const [name = '', value = ''] = postfixAdmin.cookie.split('=');
        await page.context().addCookies([{ name, value, url: postfixAdmin.listUrl(SIZE) }]);
      },
      isThere: (page) =>
        page.locator('a[href*="edit.php?table=mailbox&edit="]').filter({ visible: true }).first().waitFor(),
    },
  };
  const browser = await startBrowser();
  const runs: Record<string, ColdStart[]> = {};
  try {
    for (let round = 0; round <= pace.rounds; round += 1)
      for (const [name, page] of Object.entries(pages)) {
        const run = await timeColdStart(browser, page);
        if (round > 0) (runs[name] ??= []).push(run);
      }
  } finally {
    await browser.close();
  }
  const of = (name: string, figure: Exclude<keyof ColdStart, 'files'>) => (runs[name] ?? []).map((run) => run[figure]);
  const paint = (what: string, name: string, other: string, label: string, atMost: number): Comparison => ({
    ...{ goal: 10, what: `Slow phone, cold: largest paint of ${what}`, unit: 'ms', ours: of(name, 'largestPaint') },
    other: { name: label, sample: of(other, 'largestPaint') },
    bound: { atMost },
  });
  return [
    paint('the sign-in', 'login', 'least', 'least build', 1.3),
    paint('the list of 10,000', 'list', 'postfixAdmin', 'PostfixAdmin, its 10 rows', 1.2),
    within(10, 'Slow phone, cold: layout shift of the sign-in', '', of('login', 'shift'), 0),
    within(10, 'Slow phone, cold: layout shift of the list', '', of('list', 'shift'), 0),
    within(13, 'Sign-in, cold, as sent', 'KB', of('login', 'kilobytes'), 200),
    within(13, 'Sign-in, cold', 'requests', of('login', 'requests'), 10),
    within(13, 'List of 10,000, cold, as sent', 'KB', of('list', 'kilobytes'), 330),
    within(13, 'List of 10,000, cold', 'requests', of('list', 'requests'), 25),
    within(13, 'Slow phone, warm cache: list of 10,000 is there', 'ms', of('warmList', 'there'), 700),
  ];
}
