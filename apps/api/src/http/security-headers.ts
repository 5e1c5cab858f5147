import type { FastifyInstance } from 'fastify';

export const OF_EVERY_ANSWER = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  // Search engines must not index a panel, least of all pages behind mailed links.
  'x-robots-tag': 'noindex, nofollow',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
};

/** For everything that isn't a page: it can't be executed or framed. */
export const API_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Adds the headers to every answer. What a page may load and who may frame it is decided where pages are served. */
export function installSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const opener = reply.getHeader('cross-origin-opener-policy');
    reply.headers(OF_EVERY_ANSWER);
    if (opener !== undefined) reply.header('cross-origin-opener-policy', opener);
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', API_POLICY);
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    reply.header('x-request-id', request.id);
    done(null, payload);
  });
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
