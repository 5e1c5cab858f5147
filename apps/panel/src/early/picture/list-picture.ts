import type { DomainConnectData } from '@postern/contract/domain-connection';
import type { FirstStepsData } from '@postern/contract/first-steps';
import type { listMailboxes } from '@postern/contract/mailboxes';
import type { OutputOf } from '@postern/contract/operation';
import type { PartnerInfo } from '@postern/contract/partners';
import type { Bundle } from '@postern/contract/session';
import type { CurrentPlan } from '@postern/contract/subscriptions';
import type { TextGroup } from '../../../build/text-groups.ts';
import { decideNavigation } from '../../app/guards.ts';
import { PanelFrame } from '../../app/shell/panel-frame.tsx';
import { isMobileViewport } from '../../app/viewport.ts';
import { MailboxesPage } from '../../features/mailboxes/mailboxes-page.tsx';
import { routes } from '../../features/mailboxes/routes.tsx';
import { readView } from '../../lib/frame/view.ts';
import { peekEarlyAnswer } from '../../lib/http/early-answers.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';
import { startTexts } from '../../lib/i18n/texts.ts';
import { readSession } from '../../lib/session/session-store.ts';
import { earlyCalls } from '../early-calls.ts';
import { draw } from './draw.ts';
import { showPartner } from './stand-ins/parts.ts';
import { createElement } from './stand-ins/react.ts';
import { keepAnswer } from './stand-ins/react-query.ts';
import { showScreen } from './stand-ins/react-router.ts';
import { untilPanelIsThere } from './until-panel-is-there.ts';

/*
 * The early picture of the list of mailboxes: on a phone the rows are drawn as soon as they are there, long before React is. The real
 * components draw it, with stand-ins for the libraries (build/picture-plugin.ts). Whatever is out of the ordinary ends it, and the page stays
 * empty until the panel is there, as on any other screen. ADR 120.
 */

/** The texts that it may show, which the build knows. */
declare const __TEXTS__: TextGroup;

const [route] = routes;
const session = readSession();
const ROWS = 'main ul[aria-label] > li';

/** What the page has asked for itself, in the order of `earlyCalls`. Nothing else is shown, so a session that is dead shows nothing. */
type Answers = [
  { bundles: Bundle[] },
  { currentPlan: CurrentPlan },
  OutputOf<typeof listMailboxes>,
  FirstStepsData,
  DomainConnectData,
];

async function readAnswers(): Promise<Answers | null> {
  const calls = earlyCalls(window.location.pathname, window.location.search, session);
  const answers = calls.map(({ url, ...sent }) => peekEarlyAnswer(sent, url, session.authToken ?? null));
  const given = await Promise.all(answers);
  return given.length === 5 && !given.includes(null) ? (given as Answers) : null;
}

/** The partner of the host, if it is the session's. */
function partnerOfPage(): PartnerInfo | null {
  const partner = JSON.parse(document.getElementById('partner')?.textContent ?? 'null') as PartnerInfo | null;
  return partner !== null && String(partner.partnerId) === session.partnerId ? partner : null;
}

/** Whether the panel will open this very screen for this session. */
function isListOpen(bundles: readonly Bundle[], plan: CurrentPlan): boolean {
  const { bundleId, domain } = session;
  const bundle = bundles.find((each) => each.bundleId === bundleId);
  if (!route || bundle?.domainName !== domain || bundle?.end) return false;
  const products = [plan.mailSuiteDetails, plan.siteDetails, plan.domainDetails].flatMap(
    (order) => order?.product ?? [],
  );
  const visit = { url: route.path, hasToken: true, isMobileViewport: true, products, view: readView().name };
  return decideNavigation(route, visit).kind === 'pass';
}

/** All that the picture shows. */
export const received = Promise.all([readAnswers(), startTexts(__TEXTS__)]);

async function show(): Promise<void> {
  const root = document.getElementById('root');
  const partner = partnerOfPage();
  // Inside another page the frame is another one, and a wide window has a sidebar.
  if (!root || !route || !partner || window.parent !== window || !isMobileViewport()) return;
  const [answers] = await received;
  // The panel was faster.
  if (answers === null || root.childElementCount > 0) return;
  const [{ bundles }, { currentPlan }, list, steps, domain] = answers;
  if (list.accounts.length === 0 || !isListOpen(bundles, currentPlan)) return;
  const bundleId = session.bundleId ?? '';
  keepAnswer(queryKeys.bundles, bundles);
  keepAnswer(queryKeys.currentPlan(bundleId), currentPlan);
  keepAnswer(queryKeys.mailboxList(bundleId, '', ''), { pages: [list], pageParams: [null] });
  keepAnswer(queryKeys.firstSteps(bundleId), steps);
  keepAnswer(queryKeys.domainConnection(bundleId), domain);
  showPartner(partner);
  showScreen({ Page: MailboxesPage, route });
  const picture = document.createElement('div');
  draw(createElement(PanelFrame, {}), picture);
  untilPanelIsThere({ picture, there: ROWS, pressable: 'button', again: 'last' }, root);
}

/** Settled once it is known whether there is a picture. Without one the panel draws the list itself, as always. */
export const settled: Promise<void> = show().catch(() => {});
