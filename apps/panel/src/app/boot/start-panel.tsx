import type { RouterHistory } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { forceSignOut, handleSignedOut } from '../../lib/access/sign-out.ts';
import { reportEvent } from '../../lib/events/analytics.ts';
import { isFramed, noteFrame } from '../../lib/frame/frame.ts';
import { loadPartnerOfHost } from '../../lib/frame/partner.ts';
import { tellHost } from '../../lib/frame/tell-host.ts';
import { beNoWidget, beWidget } from '../../lib/frame/view.ts';
import { handleUnauthenticated } from '../../lib/http/api-client.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { handleTextFailure, startTexts, text } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { hasToken } from '../../lib/session/session-store.ts';
import { clearStaffToken, hasStaffToken } from '../../lib/session/staff-session.ts';
import { isVisiting } from '../../lib/session/visit.ts';
import { askOtherTabs, listenToTabs } from '../../lib/session/session-tabs.ts';
import { writeItem } from '../../lib/store/storage.ts';
import { traceScreens } from './trace-screens.ts';
import { createPanelRouter, type PanelRouter } from '../router.tsx';
import { findRoute } from '../routes.ts';
import { screenParts } from '../screen-parts.ts';

type Start = { router: PanelRouter } | { screen: ReactElement };
type Surroundings = {
  history?: RouterHistory;
  /** Whether another page shows the panel in a frame. */
  isFramed: boolean;
};

/** Starts the panel: loads the texts and the partner, asks the other tabs for a session, draws the first screen. Spec 1 §4, App start. */
export async function startPanel({ history, isFramed: inFrame }: Surroundings): Promise<Start> {
  noteFrame(inFrame);
  // Whatever leads into a frame, what is shown there is a part of the page around it.
  if (inFrame) beWidget();
  else beNoWidget();
  const router = createPanelRouter(history);
  const { pathname, search } = router.history.location;
  const query = new URLSearchParams(search);
  connect(router);
  // The first screen's own chunk loads while the rest is read.
  const first = findRoute(pathname);
  if (first)
    screenParts(first)
      .then(({ load }) => load())
      .catch(() => {});
  const words = startTexts('entry', query.get('locale'));
  try {
    // A session names its partner; without one the host name does.
    const isSession = hasToken() && !first?.skipsGuard;
    await Promise.all([words, askOtherTabs(), isSession ? undefined : loadPartnerOfHost()]);
  } catch (error) {
    reportEvent('failed_init', { cause: error instanceof ApiError ? (error.code ?? error.kind) : 'unknown' });
    const [{ FailedInit }] = await Promise.all([import('../failed-init.tsx'), words.catch(() => {})]);
    return { screen: <FailedInit reason={errorText(error, text)} /> };
  }
  reportStart(router, query);
  return { router };
}

function connect(router: PanelRouter): void {
  const showLogin = () => {
    const { href, pathname } = router.history.location;
    // After the next sign-in the person continues where the session ended.
    const search = findRoute(pathname)?.access === 'session' ? { url: href } : {};
    tellHost({ type: 'session-ended' });
    // Only the visit is over, and the supporter is still signed in.
    if (hasStaffToken()) return void router.navigate({ to: PATHS.staff, replace: true });
    void router.navigate({ to: isFramed() ? PATHS.widgetLogin : PATHS.login, search, replace: true });
  };
  handleUnauthenticated((access) => {
    if (access === 'staff') clearStaffToken();
    // Inside a partner's page the person is signed in again without noticing.
    else if (isFramed() && !isVisiting()) forceSignOut(null);
    else forceSignOut(text(isVisiting() ? 'app.visitEnded' : 'app.sessionEnded'));
  });
  handleTextFailure((locale, group) => reportEvent('language_file_failure', { locale, group }));
  handleSignedOut((how) => {
    if (how === 'afresh' && isFramed() && !hasStaffToken()) {
      // Inside a partner's page it isn't our login form that comes up.
      tellHost({ type: 'session-ended' });
      window.location.replace(PATHS.widgetLogin);
    } else if (how === 'afresh') window.location.replace(hasStaffToken() ? PATHS.staff : PATHS.login);
    else if (how === 'failed') void router.navigate({ to: PATHS.autoLoginError, replace: true });
    else showLogin();
  });
  listenToTabs(showLogin);
  if (isFramed()) void import('./join-host.ts').then(({ joinHost }) => joinHost(router));
  traceScreens(router);
}

/** `redirectionSource` says who sent the visitor; it is reported once and removed from the address. Spec 1 §2, Query. */
function reportStart(router: PanelRouter, query: URLSearchParams): void {
  const source = query.get('redirectionSource');
  reportEvent('app_start', source ? { redirectionSource: source } : {});
  if (!source) return;
  writeItem('session', 'redirectionSource', source);
  query.delete('redirectionSource');
  const { pathname } = router.history.location;
  router.history.replace(query.size > 0 ? `${pathname}?${query}` : pathname);
}
