import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Database } from '../../../db/client.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { Sealer } from '../../../secrets/seal.ts';
import { findSharedKey } from '../../partners/public.ts';

export type LinkOptions = {
  partnerId: number;
  domainName: string;
  email: string;
  planType: string;
  country: string | null;
  name: string | null;
  locale: string | null;
  discountCode?: string | null;
  validMillis: number;
};

/** Signs a link as the partner's shop would, with the newest of its shared keys; null when it has none. */
export async function makePurchaseLink(
  deps: { db: Database; clock: Clock; sealer: Sealer; publicUrl: string },
  wish: LinkOptions,
): Promise<{ url: string; jwt: string } | null> {
  const key = await findSharedKey(deps, wish.partnerId);
  if (key === null) return null;
  const now = Math.floor(deps.clock.now().getTime() / 1000);
  const claims = {
    domainName: wish.domainName,
    customerEmailAddress: wish.email,
    planType: wish.planType,
    customerCountry: wish.country,
    customerName: wish.name,
    locale: wish.locale,
    discountCode: wish.discountCode ?? null,
  };
  const jwt = await new SignJWT(Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null)))
    .setProtectedHeader({ alg: 'HS256', kid: key.keyId, typ: 'JWT' })
    .setIssuer(String(wish.partnerId))
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setExpirationTime(now + Math.floor(wish.validMillis / 1000))
    .sign(key.secret);
  const url = new URL('/partner/purchase', deps.publicUrl);
  url.searchParams.set('jwt', jwt);
  url.searchParams.set('partnerId', String(wish.partnerId));
  return { url: url.href, jwt };
}
