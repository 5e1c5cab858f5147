import { keepEarlyAnswer } from '../lib/http/early-answers.ts';
import { randomId } from '../lib/http/random-id.ts';
import { textFile } from '../../build/text-file.ts';
import { describeClient } from '../lib/http/user-agent.ts';
import { type Locale, pickLocale } from '../lib/i18n/locales.ts';
import { wishedLocales } from '../lib/i18n/wished-locales.ts';
import type { SessionItems } from '../lib/session/session-store.ts';
import { readItem } from '../lib/store/storage.ts';
import { isMobileViewport } from '../app/viewport.ts';
import { earlyCalls, MAILBOXES, SIGN_IN } from './early-calls.ts';
import { type FirstFiles, firstFiles } from './first-files.ts';
import { type EarlyPicture, preload, startPanel } from './start-panel.ts';

/*
 * Runs in the page's head, before anything else has loaded: shows the chosen light or dark look from the first paint, asks for the files of
 * this path's screen, and makes its first calls. Without it everything works, in more waves.
 */
declare const __FIRST_FILES__: FirstFiles;

const { pathname, search } = window.location;
const token = readItem('session', 'authToken');
const item = (name: keyof SessionItems): string => readItem('session', name) ?? '';

function showScheme(): void {
  const chosen = readItem('local', 'postern.scheme');
  if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset['scheme'] = chosen;
}

/** Which early picture this visit has. None inside another page, nor with a query. */
function pictureOfVisit(): 'list' | 'signIn' | null {
  if (search !== '' || window.parent !== window) return null;
  if (token === null) return SIGN_IN.includes(pathname) ? 'signIn' : null;
  // A wide window has a sidebar and a table, which the picture of the list hasn't.
  return pathname === MAILBOXES && isMobileViewport() ? 'list' : null;
}

/** The code that draws the screen before the panel is there; null where there is no picture of it. */
function loadPicture(locale: string): Promise<EarlyPicture> | null {
  const { pictures, texts } = __FIRST_FILES__;
  const name = pictureOfVisit();
  if (pictures === undefined || name === null) return null;
  const picture = pictures[name];
  preload([textFile(locale, picture.texts, texts[locale] ?? '')]);
  return import(`/${picture.file}`) as Promise<EarlyPicture>;
}

function ask(locale: string): void {
  if (token === null) return;
  const headers = {
    'X-Auth': 'controlPanel',
    'X-User-Agent': describeClient(navigator.userAgent, locale),
    Authorization: `Bearer ${token}`,
  };
  const session = {
    bundleId: item('bundleId'),
    domain: item('domain'),
    role: item('role'),
    isDomainAdmin: item('isDomainAdmin'),
  };
  for (const { method, url, body } of earlyCalls(pathname, search, session)) {
    const more = body === undefined ? {} : { 'Content-Type': 'application/json', 'Idempotency-Key': randomId() };
    const signal = AbortSignal.timeout(30_000);
    const sent = fetch(url, {
      method,
      headers: { ...headers, ...more },
      signal,
      ...(body === undefined ? {} : { body }),
    });
    keepEarlyAnswer({ method, body }, url, token, sent);
  }
}

/** The partner of the host, which the page brings with it. */
function keepPartner(): void {
  const block = document.getElementById('partner');
  const text = block?.textContent;
  if (!text) return;
  const { partnerId } = JSON.parse(text) as { partnerId: number };
  for (const query of [{ brandedHost: block.dataset['host'] ?? '' }, { partnerId: String(partnerId) }]) {
    const answer = new Response(text, { headers: { 'Content-Type': 'application/json' } });
    const url = `/internal/getPartnerInfo?${new URLSearchParams(query)}`;
    keepEarlyAnswer({ method: 'GET' }, url, null, Promise.resolve(answer));
  }
}

// At the address of the list's picture the server leaves out the panel's script, and this one starts it.
const entry = document.querySelector('script[type=module]') === null ? (__FIRST_FILES__.entry ?? null) : null;
try {
  showScheme();
  keepPartner();
  const offered = Object.keys(__FIRST_FILES__.texts) as Locale[];
  const locale = pickLocale(wishedLocales(new URLSearchParams(search).get('locale')), offered);
  // Nothing is drawn yet. Later, the browser would have to work out all styles again.
  document.documentElement.lang = locale;
  const picture = loadPicture(locale);
  // The calls first: a browser asks for six things at once over HTTP/1.1, and answers are short.
  if (__FIRST_FILES__.screens[pathname]?.isSignedIn) ask(locale);
  void startPanel(picture, firstFiles(__FIRST_FILES__, pathname, locale, token !== null), entry);
  // The first number that a browser formats costs it 13 ms, 50 on a slow phone. Here it would only wait for the line.
  if (token !== null) new Intl.NumberFormat(locale).format(0);
} catch {
  // An old browser: the panel says what it needs.
  void startPanel(null, [], entry);
}
