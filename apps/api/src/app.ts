import { REFERRAL_FRAME } from '@postern/contract/referral';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Config } from './config/config.ts';
import type { Services } from './feature/services.ts';
import {
  createLogoReader,
  FEATURES,
  findActors,
  findFont,
  findFontFile,
  listOrigins,
  readPartnerInfo,
} from './features/index.ts';
import { installErrorHandler, sendProblem, toPanelError } from './http/error-handler.ts';
import { createIdempotency } from './http/idempotency.ts';
import { refusesOtherEncodings } from './http/other-encodings.ts';
import { installSecurityHeaders, secure } from './http/security-headers.ts';
import { createServe } from './http/serve.ts';
import { type RefuseUnknown, refusesUnknown } from './http/unknown-address.ts';
import { installUnreadableRequests, refusesUnreadable } from './http/unreadable-requests.ts';
import { installAbout } from './plugins/about.ts';
import { installApiDocs } from './plugins/api-docs.ts';
import { traceRequests } from './observe/trace-requests.ts';
import type { Tracer } from './observe/tracer.ts';
import { type Check, installHealth } from './plugins/health.ts';
import { announceEnd, leaveNoConnection } from './plugins/drain.ts';
import { installMetrics, type Metrics } from './plugins/metrics.ts';
import type { PanelBuilds } from './plugins/panel-builds.ts';
import { installPanelPages, isPageAddress } from './plugins/panel-pages.ts';
import { newRequestId } from './runtime/ids.ts';
import type { Release } from './runtime/release.ts';

export type AppDeps = Services & {
  checks: Check[];
  /** The built panel; null serves the API alone (tests). */
  panel: { dir: string; builds: PanelBuilds } | null;
  trustProxy: boolean;
  isDraining: () => boolean;
  metrics: Metrics;
  /** Null: no traces. */
  tracer?: Tracer | null;
  /** What the panel's own address serves in addition to the panel: the metrics, and the API's document and reference. */
  shows: Config['shows'];
  release: Release;
  securityContact: Config['securityContact'];
  /** Pages of evaluation mode. */
  installMore?: (app: FastifyInstance) => Promise<void>;
};

const BODY_LIMIT_BYTES = 512 * 1024;

const noSchema = (): never => {
  throw new Error('A route has no schema of its own: what it takes and gives is in the contract.');
};

/** Builds the whole panel API, for main.ts and the tests alike. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    bodyLimit: BODY_LIMIT_BYTES,
    // Trust only the last address, which the proxy added. Those before it came from the caller, who may send anything.
    trustProxy: deps.trustProxy && ((_address, hop) => hop === 0),
    // A request may have an absolute address. RFC 9112 §3.2.2.
    rewriteUrl: ({ url = '/' }) => url.replace(/^https?:\/\/[^/?#]*(?=\/)/i, ''),
    routerOptions: { maxParamLength: 300 },
    requestTimeout: 60_000,
    ...refusesUnreadable(deps.log),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    // The contract checks input and output; Fastify's own validation, which needs much code, stays unused.
    schemaController: { compilersFactory: { buildValidator: noSchema, buildSerializer: noSchema } },
    frameworkErrors: (error, request, reply) => void sendProblem(secure(reply, request), toPanelError(error, request)),
  }) as unknown as FastifyInstance;
  app.removeContentTypeParser('text/plain');
  installSecurityHeaders(app);
  const refuseUnknown = installRefusals(app, deps);
  if (deps.tracer) traceRequests(app, deps.tracer);
  installMetrics(app, deps.metrics, deps.shows.metrics);
  logRequests(app);
  announceEnd(app, deps.isDraining);
  leaveNoConnection(app);
  installHealth(app, deps.checks, deps.isDraining);
  installAbout(app, deps);
  if (deps.shows.apiDocs) installApiDocs(app, deps.publicUrl);
  const actors = findActors(deps);
  const isSecure = deps.publicUrl.startsWith('https:');
  const serve = createServe(app, { ...actors, idempotency: createIdempotency(deps), isSecure });
  for (const { routes } of FEATURES) await routes?.({ app, serve, findSession: actors.findSession }, deps);
  await deps.installMore?.(app);
  if (deps.panel === null) app.setNotFoundHandler(refuseUnknown);
  else {
    await installPanelPages(app, {
      refuseUnknown,
      panelDir: deps.panel.dir,
      builds: deps.panel.builds,
      readPartnerInfo: (question) => readPartnerInfo(deps, question),
      listOrigins: (partnerId) => listOrigins(deps.db.global, partnerId),
      fonts: {
        find: (partnerId) => findFont(deps.db.global, partnerId),
        read: (partnerId, hash) => findFontFile(deps.db.global, partnerId, hash),
      },
      readLogo: createLogoReader(deps),
      takesStripe: deps.cardGateway?.name === 'stripe',
      referralFrame: () => (deps.referral === null ? null : REFERRAL_FRAME),
    });
  }
  return app;
}

/** Installs the refusals that come before any operation. */
function installRefusals(app: FastifyInstance, { log, panel }: AppDeps): RefuseUnknown {
  installErrorHandler(app);
  installUnreadableRequests(app, log);
  refusesOtherEncodings(app);
  return refusesUnknown(app, panel === null ? () => false : isPageAddress);
}

/** 502 means that an outside server didn't answer, such as the one a customer imports mail from. The panel itself works. */
function levelOf(status: number, route: string): 'error' | 'warn' | 'info' | 'debug' {
  if (status >= 500) return status === 502 ? 'warn' : 'error';
  return route.startsWith('/assets') || route === '/healthz' ? 'debug' : 'info';
}

/** Logs one line per call: with the route's pattern, never the address with its query, a body or a token. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'page';
    const level = levelOf(reply.statusCode, route);
    request.log[level](
      { method: request.method, route, status: reply.statusCode, millis: Math.round(reply.elapsedTime) },
      'call',
    );
    done();
  });
}
