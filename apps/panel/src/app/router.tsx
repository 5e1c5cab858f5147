import type { OrderType } from '@postern/contract/shapes';
import { createRootRoute, createRoute, createRouter, redirect, type RouterHistory } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { reportEvent } from '../lib/events/analytics.ts';
import { isFramed } from '../lib/frame/frame.ts';
import { ensurePartner } from '../lib/frame/partner.ts';
import { readView } from '../lib/frame/view.ts';
import { loadTexts } from '../lib/i18n/texts.ts';
import { OpeningScreen } from '../lib/loading/opening-screen.tsx';
import type { PanelRoute } from '../lib/panel-route.ts';
import { PATHS } from '../lib/paths.ts';
import { loadChunk } from '../lib/reload/chunk-errors.ts';
import { saveSection } from '../lib/session/saved-section.ts';
import { hasToken, readSession } from '../lib/session/session-store.ts';
import { removeItem } from '../lib/store/storage.ts';
import { ErrorScreen } from './error-screen.tsx';
import { decideNavigation, hiddenFrom } from './guards.ts';
import { RootScreen } from './root-screen.tsx';
import { ROUTES } from './routes.ts';
import { screenParts } from './screen-parts.ts';
import { isMobileViewport } from './viewport.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    panelRoute?: PanelRoute;
  }
}

/** The arguments of `beforeLoad` and loaders that we use. */
type Asked = { location: { href: string; pathname: string } };

function guard(route: PanelRoute, { location }: Asked, products: Products): void {
  const visit = {
    ...{ url: location.href, hasToken: hasToken(), isMobileViewport: isMobileViewport(), products },
    view: readView().name,
  };
  const decision = decideNavigation(route, visit);
  if (decision.kind === 'go-to-login') {
    reportEvent('go_to_login');
    // Inside another page, that page signs people in.
    throw redirect({ to: isFramed() ? PATHS.widgetLogin : PATHS.login, search: { url: location.href } });
  }
  if (decision.kind === 'redirect') {
    throw redirect({ to: decision.to, search: decision.url ? { url: decision.url } : {}, replace: true });
  }
  if (decision.kind === 'pass-afresh') removeItem('session', 'redirectionSource');
}

type Products = readonly OrderType[] | null;
type LoadedPage = { Page: ComponentType };

/** Signed-in screens need what the start reads. Its code and the query library load with them only. */
async function openSession(): Promise<Products> {
  if (!hasToken()) return null;
  const { openPanel } = await loadChunk(() => import('./boot/open-panel.ts'));
  return await openPanel();
}

/** Data that is there within a moment is drawn at once: drawing its placeholder first costs a slow phone more than that. */
const MOMENT_MS = 50;

async function loadPage(route: PanelRoute) {
  const page = loadChunk(async () => {
    const { load, prepare } = await screenParts(route);
    const ready = hiddenFrom(route, readSession()) === null ? prepare?.().catch(() => {}) : undefined;
    const Page = await load();
    await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, MOMENT_MS))]);
    return Page;
  });
  const texts = [route.texts].flat();
  const [Page] = await Promise.all([page, ensurePartner(), ...texts.map(loadTexts)]);
  return { Page };
}

const rootRoute = createRootRoute({ component: RootScreen });

const panelFrame = createRoute({
  getParentRoute: () => rootRoute,
  id: 'panel-frame',
  // Here and not in the screens, so that a failed start replaces the whole frame.
  beforeLoad: async () => ({ products: await openSession() }),
  loader: async () => {
    const [{ PanelFrame }] = await Promise.all([
      loadChunk(() => import('./shell/panel-frame.tsx')),
      loadTexts('panel'),
    ]);
    return { PanelFrame };
  },
  component: function Frame() {
    const { PanelFrame } = panelFrame.useLoaderData() as { PanelFrame: ComponentType };
    return <PanelFrame />;
  },
});

type ReportVisit = (path: string) => void;

/** A different query on the same path, such as a search, is not a new visit. */
function visitReporter(): ReportVisit {
  let last = '';
  return (path) => {
    if (path !== last) reportEvent('page_visit', { path });
    last = path;
  };
}

function screenRoute(route: PanelRoute, path: string, reportVisit: ReportVisit) {
  const screen = createRoute({
    getParentRoute: () => (route.frame === 'panel' ? panelFrame : rootRoute),
    path,
    staticData: { panelRoute: route },
    beforeLoad: (asked) => {
      reportVisit(asked.location.pathname);
      if (route.access === 'open') saveSection(asked.search);
      const { products = null } = asked.context as { products?: Products };
      guard(route, asked, products);
    },
    loader: () => loadPage(route),
    component: function Screen() {
      const { Page } = screen.useLoaderData() as LoadedPage;
      return <Page />;
    },
  });
  return screen;
}

/** Decides where to go after a sign-in, and shows nothing. Spec 1 §2. */
const redirectHandler: PanelRoute = {
  path: PATHS.redirectHandler,
  access: 'session',
  mobileSupported: true,
  frame: 'bare',
  texts: 'entry',
  title: 'app.opening',
  load: async () => OpeningScreen,
};
const redirectRoute = (reportVisit: ReportVisit) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path: redirectHandler.path,
    staticData: { panelRoute: redirectHandler },
    beforeLoad: async (asked) => {
      reportVisit(asked.location.pathname);
      guard(redirectHandler, asked, null);
      const { openAfterSignIn, homeUrl } = await loadChunk(() => import('./boot/open-panel.ts'));
      const products = await openAfterSignIn();
      throw redirect({ ...homeUrl((asked.search as { url?: string }).url, products), replace: true });
    },
  });

const productNotFound: PanelRoute = {
  path: PATHS.productNotFound,
  access: 'open',
  skipsGuard: true,
  mobileSupported: true,
  frame: 'panel',
  texts: 'entry',
  title: 'app.productNotFound.title',
  load: async () => (await import('./product-not-found.tsx')).ProductNotFound,
};

/** Keeps values as text: a token of digits is not a number. */
const readQuery = (query: string): Record<string, string> => Object.fromEntries(new URLSearchParams(query));
function writeQuery(values: Record<string, unknown>): string {
  const given = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const query = new URLSearchParams(given).toString();
  return query ? `?${query}` : '';
}

const pathsOf = (route: PanelRoute): string[] => [route.path, ...(route.aliases ?? [])];

/** All routes: those of the features, and the few of the app itself. */
export function createPanelRouter(history?: RouterHistory) {
  const reportVisit = visitReporter();
  const routes = [...ROUTES, productNotFound].flatMap((route) =>
    pathsOf(route).map((path) => ({ frame: route.frame, screen: screenRoute(route, path, reportVisit) })),
  );
  const of = (frame: PanelRoute['frame']) => routes.filter((each) => each.frame === frame).map((each) => each.screen);
  // Inside the frame, which signed-in people keep; for others it draws nothing.
  const notFound = createRoute({
    getParentRoute: () => panelFrame,
    path: '$',
    beforeLoad: ({ location }) => reportVisit(location.pathname),
    loader: async () => ({ Page: (await loadChunk(() => import('./page-not-found.tsx'))).PageNotFound }),
    component: function NotFound() {
      const { Page } = notFound.useLoaderData() as LoadedPage;
      return <Page />;
    },
  });
  return createRouter({
    routeTree: rootRoute.addChildren([
      ...of('bare'),
      redirectRoute(reportVisit),
      panelFrame.addChildren([...of('panel'), notFound]),
    ]),
    ...(history ? { history } : {}),
    defaultPendingMs: 400,
    defaultPendingMinMs: 300,
    defaultPendingComponent: OpeningScreen,
    defaultErrorComponent: ErrorScreen,
    defaultStaleTime: Number.POSITIVE_INFINITY,
    scrollRestoration: true,
    parseSearch: readQuery,
    stringifySearch: writeQuery,
  });
}

export type PanelRouter = ReturnType<typeof createPanelRouter>;
