import type { EntriTokens } from '@postern/adapter-dns/port';
import type { MailBackend } from '@postern/adapter-mail/port';
import type { CardGatewayChoice } from '@postern/contract/purchase';
import type { PaymentGateway } from '@postern/adapter-payment/port';
import type { MailHosts } from '@postern/domain/client-setup';
import type { MovableClock } from './runtime/clock.ts';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Log } from './runtime/log.ts';
import type { Database } from './db/client.ts';
import { aliasRoutes } from './features/aliases/routes.ts';
import { appPasswordRoutes } from './features/app-passwords/routes.ts';
import { bulkRoutes } from './features/bulk/routes.ts';
import { catchAllRoutes } from './features/catch-all/routes.ts';
import { clientSetupRoutes } from './features/client-setup/routes.ts';
import { dkimRoutes } from './features/dkim/routes.ts';
import type { DnsServices } from './features/dns/public.ts';
import { dnsRoutes } from './features/dns/routes.ts';
import { domainChangeRoutes } from './features/domain-change/routes.ts';
import { domainConnectRoutes } from './features/domain-connect/routes.ts';
import { domainConnectionRoutes } from './features/domain-connection/routes.ts';
import { entriRoutes } from './features/entri/routes.ts';
import { eventRoutes } from './features/events/routes.ts';
import { forwarderRoutes } from './features/forwarders/routes.ts';
import { liveRoutes } from './features/live/routes.ts';
import { mailboxRoutes } from './features/mailboxes/routes.ts';
import { listOrigins, readPartnerInfo } from './features/partners/public.ts';
import { partnerRoutes } from './features/partners/routes.ts';
import { gatewayRoutes } from './features/payment/routes.ts';
import { findPurchaseActor, receiveGatewayEvent } from './features/purchase/public.ts';
import { purchaseRoutes } from './features/purchase/routes.ts';
import type { CountryOfAddress } from './features/sanctions/public.ts';
import { findSession } from './features/session/public.ts';
import { sessionRoutes } from './features/session/routes.ts';
import { signInRoutes } from './features/sign-in/routes.ts';
import { domainPlanRoutes } from './features/domain-plan/routes.ts';
import { domainInstructionRoutes } from './features/domain-instructions/routes.ts';
import { spamFilterRoutes } from './features/spam-filter/routes.ts';
import { subscriptionRoutes } from './features/subscriptions/routes.ts';
import { twoFactorRoutes } from './features/two-factor/routes.ts';
import { installErrorHandler, sendProblem, toPanelError } from './http/error-handler.ts';
import { createIdempotency } from './http/idempotency.ts';
import { refusesOtherEncodings } from './http/other-encodings.ts';
import { createServe, type Serve, type ServeDeps } from './http/serve.ts';
import { type RefuseUnknown, refusesUnknown } from './http/unknown-address.ts';
import { installUnreadableRequests, refusesUnreadable } from './http/unreadable-requests.ts';
import { newId } from './runtime/ids.ts';
import type { JobQueue } from './jobs/job-queue.ts';
import { installApiDocs } from './plugins/api-docs.ts';
import { type Check, installHealth } from './plugins/health.ts';
import { leaveNoConnection } from './plugins/leave-no-connection.ts';
import { installMetrics } from './plugins/metrics.ts';
import { installPanelPages, isPageAddress } from './plugins/panel-pages.ts';
import { proxyChallenge } from './plugins/sandbox-challenge.ts';
import { installSecurityHeaders } from './plugins/security-headers.ts';
import type { PasswordHashing } from './secrets/password-hashing.ts';
import type { Sealer } from './secrets/seal.ts';

export type AppDeps = {
  db: Database;
  clock: MovableClock;
  log: Log;
  sealer: Sealer;
  hashing: PasswordHashing;
  mail: MailBackend;
  dns: DnsServices;
  /** Null: the operator has no account at Entri. */
  entri: EntriTokens | null;
  gateway: PaymentGateway;
  cardGateway: CardGatewayChoice;
  /** Where the sandbox gateway answers; null when another gateway is used. */
  sandboxGatewayUrl: (() => Promise<string>) | null;
  jobs: JobQueue;
  checks: Check[];
  publicUrl: string;
  /** What email apps are told to talk to, everywhere and in the EU region. */
  mailHosts: { everywhere: MailHosts; eu: MailHosts };
  /** The built panel; null serves the API alone (tests). */
  panelDir: string | null;
  trustProxy: boolean;
  /** Null: nobody is screened by country. */
  countryOfAddress: CountryOfAddress | null;
  isDraining: () => boolean;
  /** Pages of evaluation mode. */
  installMore?: (app: FastifyInstance) => Promise<void>;
};

const BODY_LIMIT_BYTES = 512 * 1024;

const noSchema = (): never => {
  throw new Error('A route has no schema of its own: what it takes and gives is in the contract.');
};

/** Builds the whole panel API; main.ts and the tests start the same. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId(new Date()),
    bodyLimit: BODY_LIMIT_BYTES,
    // The last address is the proxy's word; those before it came from the caller, who may write there what it likes.
    trustProxy: deps.trustProxy && ((_address, hop) => hop === 0),
    // An address may come whole. RFC 9112 §3.2.2.
    rewriteUrl: ({ url = '/' }) => url.replace(/^https?:\/\/[^/?#]*(?=\/)/i, ''),
    routerOptions: { maxParamLength: 300 },
    requestTimeout: 60_000,
    ...refusesUnreadable(deps.log),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    // The contract checks what comes in and goes out; Fastify's own way, and the much code it needs, stays unused.
    schemaController: { compilersFactory: { buildValidator: noSchema, buildSerializer: noSchema } },
    frameworkErrors: (error, request, reply) => void sendProblem(reply, toPanelError(error, request)),
  }) as unknown as FastifyInstance;
  app.removeContentTypeParser('text/plain');
  installSecurityHeaders(app);
  const refuseUnknown = installRefusals(app, deps);
  installMetrics(app);
  logRequests(app);
  leaveNoConnection(app);
  installHealth(app, deps.checks, deps.isDraining);
  installApiDocs(app, deps.publicUrl);
  const readSession: ServeDeps['findSession'] = (token, bundleId) => findSession(deps, token, bundleId);
  const serve = createServe(app, {
    findSession: readSession,
    findPurchase: (token) => findPurchaseActor(deps, token),
    idempotency: createIdempotency(deps),
  });
  mountOperations(serve, deps);
  liveRoutes(app, { ...deps, findSession: readSession });
  await clientSetupRoutes(app, serve, deps);
  await gatewayRoutes(app, serve, { ...deps, onEvent: (event) => receiveGatewayEvent(deps, event) });
  const { sandboxGatewayUrl } = deps;
  if (sandboxGatewayUrl !== null)
    await app.register(async (scope) => proxyChallenge(scope, { ...deps, baseUrl: sandboxGatewayUrl }));
  await deps.installMore?.(app);
  if (deps.panelDir === null) app.setNotFoundHandler(refuseUnknown);
  else {
    await installPanelPages(app, {
      refuseUnknown,
      panelDir: deps.panelDir,
      readPartnerInfo: (question) => readPartnerInfo(deps, question),
      listOrigins: (partnerId) => listOrigins(deps.db.global, partnerId),
      takesStripe: deps.cardGateway.name === 'stripe',
    });
  }
  return app;
}

function mountOperations(serve: Serve, deps: AppDeps): void {
  signInRoutes(serve, deps);
  sessionRoutes(serve, deps);
  partnerRoutes(serve, deps);
  purchaseRoutes(serve, deps);
  subscriptionRoutes(serve, deps);
  mailboxRoutes(serve, deps);
  bulkRoutes(serve, deps);
  aliasRoutes(serve, deps);
  forwarderRoutes(serve, deps);
  catchAllRoutes(serve, deps);
  spamFilterRoutes(serve, deps);
  domainConnectionRoutes(serve, deps);
  domainPlanRoutes(serve, deps);
  domainInstructionRoutes(serve, deps);
  domainChangeRoutes(serve, deps);
  domainConnectRoutes(serve, deps);
  entriRoutes(serve, deps);
  dnsRoutes(serve, deps);
  dkimRoutes(serve, deps);
  twoFactorRoutes(serve, deps);
  appPasswordRoutes(serve, deps);
  eventRoutes(serve);
}

/** What is refused before any operation is reached. */
function installRefusals(app: FastifyInstance, { log, panelDir }: AppDeps): RefuseUnknown {
  installErrorHandler(app);
  installUnreadableRequests(app, log);
  refusesOtherEncodings(app);
  return refusesUnknown(app, panelDir === null ? () => false : isPageAddress);
}

/** One line a call: route pattern, never the address with its query; no body, no token. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'page';
    const level =
      reply.statusCode >= 500 ? 'error' : route.startsWith('/assets') || route === '/healthz' ? 'debug' : 'info';
    request.log[level](
      { method: request.method, route, status: reply.statusCode, millis: Math.round(reply.elapsedTime) },
      'call',
    );
    done();
  });
}
