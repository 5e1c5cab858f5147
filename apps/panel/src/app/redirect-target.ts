import type { OrderType } from '@postern/contract/shapes';
import type { PanelRoute } from '../lib/panel-route.ts';
import { PATHS } from '../lib/paths.ts';
import type { SavedSection } from '../lib/session/saved-section.ts';

type FindRoute = (path: string) => PanelRoute | undefined;

/** A path of the panel that a signed-in person may be sent to, else null: never another site, never an entry screen. */
export function readIntendedUrl(url: string | null, findRoute: FindRoute): string | null {
  if (!url?.startsWith('/') || /^\/[/\\]/.test(url) || /[\u0000-\u001f\\]/.test(url)) return null;
  const parsed = new URL(url, 'https://panel.invalid');
  const route = findRoute(parsed.pathname);
  if (route?.path === PATHS.redirectHandler) return null;
  // The sign-in's own address, opened by a person who has signed in elsewhere meanwhile.
  if (route?.path === PATHS.login) return readIntendedUrl(parsed.searchParams.get('url'), findRoute);
  return route?.access === 'session' || route?.followsSignIn ? parsed.pathname + parsed.search : null;
}

/** The screen of each action, and what starts it there; every plan shows its features anyway. Spec 1 §4, Internal redirect. */
const ACTIONS: Readonly<Record<string, { path: string; search: string }>> = {
  launchEmailCreation: { path: PATHS.mailboxes, search: 'launchEmailCreation=true' },
  renew: { path: PATHS.billing, search: 'renew=true' },
  renewCardPayment: { path: PATHS.billing, search: 'renew=true&otherCard=true' },
  trialUpgradeWithExtension: { path: PATHS.billing, search: 'monthExtension=true' },
  higherPlanUpgrade: { path: PATHS.billing, search: 'higherPlan=true' },
  showPlanFeature: { path: PATHS.billing, search: '' },
  reactivateSubscription: { path: PATHS.subscription, search: 'reactivateSubscription=true' },
  changeRenewalDate: { path: PATHS.subscription, search: 'changeRenewalDate=true' },
  manageCard: { path: PATHS.subscription, search: 'manageCard=true' },
  changeBillingCycle: { path: PATHS.subscription, search: 'change-billing-cycle=true' },
};

/** The screen of a saved section with its action's flag; null when no screen has the name. An action alone names its own screen. */
export function sectionUrl({ section, action }: SavedSection, findRoute: FindRoute): string | null {
  const begun = action !== null && Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  const path = section === null ? begun?.path : `/${section}`;
  const route = path === undefined ? undefined : findRoute(path);
  if (route?.access !== 'session' || route.path === PATHS.redirectHandler) return null;
  return begun?.path === route.path && begun.search !== '' ? `${route.path}?${begun.search}` : route.path;
}

/** Where a sign-in leads: the screen that was asked for, else the `first` one. Spec 1 §4, Internal redirect. */
export function decideHome(
  intended: string | null,
  products: readonly OrderType[],
  findRoute: FindRoute,
  first: string = PATHS.mailboxes,
): string {
  const intendedPath = intended ? new URL(intended, 'https://panel.invalid').pathname : null;
  const wanted = intendedPath ? findRoute(intendedPath) : undefined;
  if (intended && wanted && owns(wanted, products)) return intended;
  const home = findRoute(first);
  return home && owns(home, products) ? home.path : PATHS.productNotFound;
}

const owns = (route: PanelRoute, products: readonly OrderType[]): boolean =>
  !route.products || route.products.some((product) => products.includes(product));
