import { type LoginClaims, parseLoginClaims } from '@postern/domain/partner-login';
import { findUnstorableText } from '../../http/find-unstorable-text.ts';
import { type JwtDeps, type RefusedJwt, verifyPartnerJwt } from '../partners/public.ts';

/** Verifies a partner's token and reads whom it names. */
export async function verifyLoginJwt(
  deps: JwtDeps,
  jwt: string,
  partnerId: number,
): Promise<{ ok: true; claims: LoginClaims; keyId: string } | RefusedJwt> {
  const verified = await verifyPartnerJwt(deps, jwt, partnerId, { requiredClaims: ['exp', 'jti', 'iss'] });
  if (!verified.ok) return verified;
  const { payload, keyId } = verified;
  const parsed = parseLoginClaims(payload, Math.floor(deps.clock.now().getTime() / 1000));
  if (!parsed.ok)
    return { ok: false, reason: [parsed.code, ...Object.values<string | number>(parsed.attrs)].join(' '), keyId };
  if (parsed.value.issuer !== String(partnerId)) return { ok: false, reason: 'CLAIM_INVALID iss', keyId };
  const unstorable = findUnstorableText(parsed.value);
  if (unstorable !== null) return { ok: false, reason: `CLAIM_INVALID ${unstorable.join('.')}`, keyId };
  return { ok: true, claims: parsed.value, keyId };
}
