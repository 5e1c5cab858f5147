import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export const OF_EVERY_ANSWER = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  // Search engines must not index a panel, least of all pages behind mailed links.
  'x-robots-tag': 'noindex, nofollow',
  'cross-origin-opener-policy': 'same-origin',
  // Other websites can't load an answer into a process of theirs, as a picture or a script, and read it from memory.
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
};

const UNFRAMED = "frame-ancestors 'none'";

/** For everything that isn't a page: it can't be executed or framed. */
export const API_POLICY = `default-src 'none'; ${UNFRAMED}`;

/** What a few answers replace by their own. */
const UNLESS_OWN = ['cross-origin-opener-policy', 'cross-origin-resource-policy'] as const;

/** Adds the headers to every answer. What a page may load and who may frame it is decided where pages are served. */
export function installSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    secure(reply, request);
    done(null, payload);
  });
}

/** Adds the headers to one answer. Fastify runs no hook for an address that it can't read. */
export function secure(reply: FastifyReply, { id }: FastifyRequest): FastifyReply {
  const own = UNLESS_OWN.map((name) => [name, reply.getHeader(name)] as const);
  reply.headers(OF_EVERY_ANSWER);
  for (const [name, value] of own) if (value !== undefined) void reply.header(name, value);
  if (!reply.hasHeader('content-security-policy')) void reply.header('content-security-policy', API_POLICY);
  // For what knows no `frame-ancestors`; browsers that do ignore it.
  if (String(reply.getHeader('content-security-policy')).endsWith(UNFRAMED))
    void reply.header('x-frame-options', 'DENY');
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
  return reply.header('x-request-id', id);
}

/**
 * The policy of our HTML pages: only our own scripts and styles, framed only by the given origins. `scripts` are the hashes of the scripts in
 * the page itself, as `sha256-…`; `framed` are pages that it may show in a frame, as `host/path`.
 */
export function pagePolicy(
  frameOrigins: string[],
  card: 'own' | 'stripe' = 'own',
  scripts: readonly string[] = [],
  framed: readonly string[] = [],
): string {
  // Stripe requires that its script and card fields come from its own address.
  const stripe = card === 'stripe' ? ' https://js.stripe.com https://*.js.stripe.com' : '';
  const frames = [...framed, ...(card === 'stripe' ? [`${stripe.trim()} https://hooks.stripe.com`] : [])];
  return [
    "default-src 'none'",
    `script-src 'self'${scripts.map((hash) => ` '${hash}'`).join('')}${stripe}`,
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self'${card === 'stripe' ? ' https://api.stripe.com' : ''}`,
    ...(frames.length === 0 ? [] : [`frame-src ${frames.join(' ')}`]),
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frameOrigins.length === 0 ? "'none'" : frameOrigins.join(' ')}`,
  ].join('; ');
}
