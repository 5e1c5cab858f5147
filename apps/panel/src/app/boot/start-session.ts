import type { Bundle } from '@postern/contract/session';
import type { OrderType } from '@postern/contract/shapes';
import type { CurrentPlan } from '@postern/contract/subscriptions';
import { bundlesQuery } from '../../features/session/queries.ts';
import { currentPlanQuery } from '../../features/subscriptions/queries.ts';
import { loadPartner } from '../../lib/frame/partner.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { hasToken, readSession, subscribeToSession, writeSession } from '../../lib/session/session-store.ts';
import { noteVisitor } from '../../lib/store/visit-memory.ts';

/** How a start ended when nothing failed: started, or a reason to sign out. Spec 1 §4, App start. */
export type SessionStart =
  | { kind: 'started'; products: readonly OrderType[] }
  | { kind: 'no-bundles' }
  | { kind: 'plan-failed' };

let running: { token: string; bundleId: string; start: Promise<SessionStart> } | null = null;

/** Reads what every signed-in screen needs, once per session and domain; after a failure the next call tries again. */
export function startSession(): Promise<SessionStart> {
  const { authToken = '', bundleId = '' } = readSession();
  if (running?.token === authToken && running.bundleId === bundleId) return running.start;
  const start = readBasics();
  running = { token: authToken, bundleId, start };
  const isCurrent = () => running?.start === start;
  start.then(
    (end) => {
      if (!isCurrent()) return;
      running = end.kind === 'started' ? { token: authToken, bundleId: readSession().bundleId ?? '', start } : null;
    },
    () => {
      if (isCurrent()) running = null;
    },
  );
  return start;
}

subscribeToSession(() => {
  if (!hasToken()) running = null;
});

let tokenOfCache = '';

async function readBasics(): Promise<SessionStart> {
  const { authToken = '', bllUserId = '', partnerId } = readSession();
  // The next person must not see what this one read.
  if (tokenOfCache !== authToken) queryClient.clear();
  tokenOfCache = authToken;
  noteVisitor(bllUserId);
  const [, bundles] = await Promise.all([
    loadPartner(partnerId ? { partnerId: Number(partnerId) } : { brandedHost: window.location.hostname }),
    queryClient.fetchQuery(bundlesQuery),
  ]);
  const active = bundles.find((bundle) => bundle.bundleId === readSession().bundleId) ?? bundles[0];
  if (!active) return { kind: 'no-bundles' };
  writeSession({ bundleId: active.bundleId, domain: active.domainName });
  // A domain that has ended has no plan; its owner still sees what became of it.
  return active.end ? { kind: 'started', products: [] } : await readPlan(active);
}

async function readPlan(active: Bundle): Promise<SessionStart> {
  try {
    const plan = await queryClient.fetchQuery(currentPlanQuery(active.bundleId, active.domainName));
    writeSession({ plan: plan.mailSuiteDetails?.planDetails.type ?? '' });
    return { kind: 'started', products: productsOf(plan) };
  } catch (error) {
    if (active.orders.length === 0) return { kind: 'plan-failed' };
    throw error;
  }
}

const productsOf = (plan: CurrentPlan): OrderType[] =>
  [plan.mailSuiteDetails, plan.siteDetails, plan.domainDetails].flatMap((order) => (order ? [order.product] : []));
