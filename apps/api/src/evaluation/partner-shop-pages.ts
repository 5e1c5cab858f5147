import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { decodeJwt, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Database } from '../db/client.ts';
import { findPartner, findSharedKey } from '../features/partners/public.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Sealer } from '../secrets/seal.ts';
import { escapeHtml, EVALUATION_HEADERS, evaluationPage } from './evaluation-page.ts';

export const PARTNER_SHOP = '/evaluation/partner-shop';
const VALID_SECONDS = 10 * 60;

export type ShopDeps = { db: Database; clock: Clock; sealer: Sealer };
type Asked = { jwt: string; payload: JWTPayload; companyName: string; partnerId: number };
type Query = { jwt?: unknown; status?: unknown };

/**
 * Stands in for a partner's payment page: it reads the payment request as the partner would, with the shared key, and sends the buyer back
 * with a signed settlement. In evaluation only; no money moves.
 */
export function partnerShopPages(app: FastifyInstance, deps: ShopDeps): void {
  app.get<{ Querystring: Query }>(PARTNER_SHOP, async ({ query }, reply) => {
    const asked = await readRequest(deps, query.jwt);
    if (asked === null) return reply.code(400).headers(EVALUATION_HEADERS).send(NOT_ASKED);
    return reply.headers(EVALUATION_HEADERS).send(shopPage(asked));
  });
  app.get<{ Querystring: Query }>(`${PARTNER_SHOP}/answer`, async ({ query }, reply) => {
    const asked = await readRequest(deps, query.jwt);
    const status = query.status === 'paid' ? 'paid' : 'failed';
    if (asked === null) return reply.code(400).headers(EVALUATION_HEADERS).send(NOT_ASKED);
    const back = new URL(String(asked.payload.redirectUrl));
    back.searchParams.set('settlement', await signSettlement(deps, asked, status));
    return reply.redirect(back.href, 303);
  });
}

const NOT_ASKED = evaluationPage(
  'Not found',
  '<h1>There is nothing to pay here.</h1><p>You get here from a purchase whose partner takes the payment. The link is valid for 15 minutes.</p>',
);

async function readRequest(deps: ShopDeps, jwt: unknown): Promise<Asked | null> {
  try {
    const text = String(jwt);
    const partnerId = Number(decodeJwt(text).aud);
    const partner = Number.isInteger(partnerId) ? await findPartner(deps.db.global, partnerId) : null;
    const key = partner === null ? null : await findSharedKey(deps, partnerId);
    if (partner === null || key === null) return null;
    const options = { algorithms: ['HS256'], audience: String(partnerId), currentDate: deps.clock.now() };
    const { payload } = await jwtVerify(text, key.secret, options);
    return { jwt: text, payload, companyName: partner.companyName, partnerId };
  } catch {
    return null;
  }
}

async function signSettlement(deps: ShopDeps, { payload, partnerId }: Asked, status: string): Promise<string> {
  const key = await findSharedKey(deps, partnerId);
  if (key === null) throw new Error('The partner has no shared key any more.');
  const { trackingId, amount, currency, iss = '' } = payload;
  const now = Math.floor(deps.clock.now().getTime() / 1000);
  return new SignJWT({ trackingId, amount, currency, status, reference: `SHOP-${now}` })
    .setProtectedHeader({ alg: 'HS256', kid: key.keyId, typ: 'JWT' })
    .setIssuer(String(partnerId))
    .setAudience(iss)
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setExpirationTime(now + VALID_SECONDS)
    .sign(key.secret);
}

function shopPage({ jwt, payload, companyName }: Asked): string {
  const text = (claim: string) => {
    const value = payload[claim];
    return escapeHtml(typeof value === 'string' || typeof value === 'number' ? String(value) : '');
  };
  const answer = (status: string) => escapeHtml(`${PARTNER_SHOP}/answer?${new URLSearchParams({ jwt, status })}`);
  return evaluationPage(
    `Pay at ${companyName}`,
    `<small>This page stands in for the partner's own shop. No money moves.</small><h1>Pay at ${escapeHtml(companyName)}</h1>
    <dl><dt>Order</dt><dd>${text('planType')} for ${text('domainName')}</dd><dt>Mailboxes</dt><dd>${text('noOfAccounts')}</dd>
    <dt>Customer</dt><dd>${text('customerEmailAddress')}</dd><dt>To pay</dt><dd>${text('amount')} ${text('currency')}</dd></dl>
    <p><a class="button first" href="${answer('paid')}">Pay ${text('amount')} ${text('currency')}</a><a class="button" href="${answer('failed')}">Let the payment fail</a></p>`,
  );
}
