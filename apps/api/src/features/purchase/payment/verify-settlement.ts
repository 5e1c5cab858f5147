import { parseSettlementClaims, type Settlement } from '@postern/domain/purchase';
import { decodeJwt } from 'jose';
import { type JwtDeps, type RefusedJwt, verifyPartnerJwt } from '../../partners/public.ts';

export type VerifiedSettlement = Settlement & { ok: true; partnerId: number };

/**
 * Verifies a partner's settlement as strictly as a purchase link. Its audience must be this panel, so that no other token of the partner,
 * nor our own payment request, passes for one. Its issuer says whose key to check it with.
 */
export async function verifySettlement(
  deps: JwtDeps & { publicUrl: string },
  jwt: string,
): Promise<VerifiedSettlement | (RefusedJwt & { partnerId: number })> {
  const partnerId = issuerOf(jwt);
  const verified = await verifyPartnerJwt(deps, jwt, partnerId, {
    audience: new URL(deps.publicUrl).origin,
    requiredClaims: ['exp', 'jti', 'iss'],
  });
  if (!verified.ok) return { ...verified, partnerId };
  const settlement = parseSettlementClaims(verified.payload);
  if (settlement.ok) return { ok: true, partnerId, ...settlement.value };
  const { code, attrs } = settlement;
  return { ok: false, reason: `${code} ${attrs.claim}`, keyId: verified.keyId, partnerId };
}

function issuerOf(jwt: string): number {
  try {
    const issuer = Number(decodeJwt(jwt).iss);
    return Number.isInteger(issuer) ? issuer : 0;
  } catch {
    return 0;
  }
}
