import type { OrderType } from '@postern/contract/shapes';
import { redirect } from '@tanstack/react-router';
import { bundlesQuery } from '../../features/session/queries.ts';
import { forceSignOut } from '../../lib/access/sign-out.ts';
import { reportEvent } from '../../lib/events/analytics.ts';
import { isFramed } from '../../lib/frame/frame.ts';
import { readPartner } from '../../lib/frame/partner.ts';
import { readView } from '../../lib/frame/view.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { adoptOwnLanguage } from '../../lib/i18n/own-language.ts';
import { text } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { takeDomainQuestion } from '../../lib/session/domain-question.ts';
import { takeSection } from '../../lib/session/saved-section.ts';
import { hasToken } from '../../lib/session/session-store.ts';
import { decideHome, readIntendedUrl, sectionUrl } from '../redirect-target.ts';
import { findRoute } from '../routes.ts';
import { isMobileViewport } from '../viewport.ts';
import { type SessionStart, startSession } from './start-session.ts';

/** Starts the session and returns the plan's products. No bundles or no plan force a sign-out (Spec 1 §8); any other failure is shown. */
export async function openPanel(): Promise<readonly OrderType[]> {
  try {
    const start = await startSession();
    if (start.kind === 'started') return start.products;
    throw redirect({ to: leaveBecause(start.kind), replace: true });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // The API client has signed out on a 401 already.
    if (!hasToken()) throw redirect({ to: PATHS.login, replace: true });
    reportEvent('failed_init', { cause: error.code ?? error.kind });
    throw error;
  }
}

/** A login form is of no use inside another page: there the failure screen asks for a reload. Spec 1 §8, plan fetch failure. */
function leaveBecause(cause: Exclude<SessionStart['kind'], 'started'>): string {
  const inFrame = isFramed();
  reportEvent('forced_logout', { cause, inFrame });
  const email = readPartner()?.emails.supportEmail ?? '';
  const reason = text(cause === 'no-bundles' ? 'app.noBundles' : 'app.planFailed', { email });
  forceSignOut(reason, inFrame ? 'failed' : 'here');
  return inFrame ? PATHS.autoLoginError : PATHS.login;
}

/** The same after a sign-in, which leaves a domain that has only a free site when there is a better one. Spec 1 §4. */
export async function openAfterSignIn(): Promise<readonly OrderType[]> {
  const [products] = await Promise.all([openPanel(), adoptOwnLanguage()]);
  const isOnlyOne = queryClient.getQueryData(bundlesQuery.queryKey)?.length === 1;
  if (isOnlyOne) return products;
  const { leaveFreeSite } = await import('./leave-free-site.ts');
  return (await leaveFreeSite()) ? await openPanel() : products;
}

/** The screen that a sign-in leads to, as the router wants it. */
export function homeUrl(
  asked: string | undefined,
  products: readonly OrderType[],
): { to: string; search: Record<string, string> } {
  const saved = takeSection();
  const named = saved === null ? null : sectionUrl(saved, findRoute);
  // The small-business brand has no list of domains in its frame (Spec 1 §2), so the panel asks for the domain after a sign-in.
  const isAsked = takeDomainQuestion() && readPartner()?.brand === 'neo' && !readView().home;
  const intended = readIntendedUrl(asked ?? null, findRoute) ?? named;
  if (isAsked && intended === null && (queryClient.getQueryData(bundlesQuery.queryKey)?.length ?? 0) > 1)
    return { to: PATHS.domains, search: {} };
  const first = readView().home ?? (isMobileViewport() ? PATHS.mobileHome : PATHS.mailboxes);
  const home = decideHome(intended, products, findRoute, first);
  const { pathname, searchParams } = new URL(home, window.location.origin);
  return { to: pathname, search: Object.fromEntries(searchParams) };
}
