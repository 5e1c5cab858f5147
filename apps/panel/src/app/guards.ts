import type { OrderType } from '@postern/contract/shapes';
import type { PanelRoute } from '../lib/panel-route.ts';
import { PATHS } from '../lib/paths.ts';
import type { SessionItems } from '../lib/session/session-store.ts';

/** What the guard must know of the visitor. */
export type Visit = {
  /** Path and query that were asked for. */
  url: string;
  hasToken: boolean;
  isMobileViewport: boolean;
  /** Products of the current plan; null while it isn't known, and then nobody is sent away for them. */
  products: readonly OrderType[] | null;
};

export type Decision =
  | { kind: 'pass' }
  /** Proceed, and forget where an earlier visit came from. */
  | { kind: 'pass-afresh' }
  | { kind: 'go-to-login' }
  | { kind: 'redirect'; to: string; url?: string };

/** Spec 1 §2, Route guard, in its order. */
export function decideNavigation(route: PanelRoute, visit: Visit): Decision {
  if (route.skipsGuard) return { kind: 'pass' };
  if (visit.isMobileViewport && !route.mobileSupported) return { kind: 'redirect', to: PATHS.mobileHome };
  if (!visit.isMobileViewport && route.path === PATHS.mobileHome)
    return { kind: 'redirect', to: PATHS.redirectHandler };
  if (route.access === 'session' && !visit.hasToken) return { kind: 'go-to-login' };
  if (route.access === 'open' && visit.hasToken) {
    return route.freshAuth ? { kind: 'pass-afresh' } : { kind: 'redirect', to: PATHS.redirectHandler, url: visit.url };
  }
  if (!ownsProduct(route, visit.products)) return { kind: 'redirect', to: PATHS.redirectHandler };
  return { kind: 'pass' };
}

const ownsProduct = (route: PanelRoute, products: readonly OrderType[] | null): boolean =>
  !route.products || !products || route.products.some((product) => products.includes(product));

/** The frame's screens manage the domain: a mailbox without admin rights gets a home of its own in the place of most. Spec 2 §6. */
export const isShutOut = (
  route: Pick<PanelRoute, 'frame' | 'forEveryone'> | undefined,
  session: SessionItems,
): boolean => route?.frame === 'panel' && !route.forEveryone && isMailboxUser(session);

/** Signed in with a mailbox that isn't an admin of its domain. Spec 1 §6, account level. */
export const isMailboxUser = ({ role, isDomainAdmin }: SessionItems): boolean =>
  role === 'accountAdmin' && isDomainAdmin !== 'true';
