import type { Login } from '@postern/contract/session';
import type { LoginClaims } from '@postern/domain/partner-login';
import type { Queryable } from '../../db/client.ts';
import { countAttempt } from '../../http/limit-attempts.ts';
import { PanelError } from '../../http/panel-error.ts';
import { hashToken, newToken } from '../../secrets/tokens.ts';
import type { JwtDeps, RefusedJwt } from '../partners/public.ts';
import { auditRefusedJwt, spendLink } from '../purchase/public.ts';
import { type SanctionsDeps, screenAddress } from '../sanctions/public.ts';
import { startSession } from '../session/public.ts';
import type { SignInPlace } from '../sign-in-history/public.ts';
import { challengeVouched, type FactorDeps } from '../two-factor/public.ts';
import { findNamedPartner, type NamedPartner } from './find-named-partner.ts';
import { findVouched } from './find-vouched.ts';
import { verifyLoginJwt } from './verify-login-jwt.ts';

export type PartnerLoginDeps = JwtDeps & SanctionsDeps & FactorDeps;

/** The id under which a token's use is kept. A purchase link may have the same `jti`. */
export const spentAs = ({ loginId }: LoginClaims): string => `login/${loginId}`;

/** Signs in whom a partner's token names: a customer of that partner, or the user of a mailbox in the customer's domain. Nobody is created. */
export async function authenticateByJwt(
  deps: PartnerLoginDeps,
  place: SignInPlace,
  { jwt, ...named }: { jwt: string } & NamedPartner,
): Promise<Login> {
  if (jwt === '') throw new PanelError('MISSING_JWT');
  await screenAddress(deps, place.ip);
  await countAttempt(deps, [`entry/${place.ip}/${hashToken(jwt).slice(0, 12)}`]);
  const partnerId = await findNamedPartner(deps, named);
  if (typeof partnerId === 'string')
    return refuse(deps, named.partnerId ?? 0, { ok: false, reason: partnerId, keyId: null });
  const verified = await verifyLoginJwt(deps, jwt, partnerId);
  if (!verified.ok) return refuse(deps, partnerId, verified);
  const { claims, keyId } = verified;
  const started = await deps.db
    .asSystem((tx) => signIn(tx, deps, place, partnerId, claims))
    .catch((error: unknown) => {
      // The mailbox was suspended at this very moment.
      if (error instanceof PanelError && error.code === 'NOT_AUTHORIZED') return 'suspended';
      throw error;
    });
  if (started instanceof PanelError) throw started;
  return typeof started === 'string' ? refuse(deps, partnerId, { ok: false, reason: started, keyId }) : started;
}

async function refuse(deps: PartnerLoginDeps, partnerId: number, refused: RefusedJwt): Promise<never> {
  await auditRefusedJwt(deps, 'login-jwt.refused', { ...refused, partnerId });
  throw new PanelError('INVALID_JWT');
}

/**
 * Returns the login, the challenge for a code, or the reason for refusing. A refusal doesn't spend the token, so that the partner can
 * correct a wrong domain and use it again.
 */
async function signIn(
  tx: Queryable,
  deps: PartnerLoginDeps,
  place: SignInPlace,
  partnerId: number,
  claims: LoginClaims,
): Promise<Login | PanelError | string> {
  const vouched = await findVouched(tx, partnerId, claims);
  if (typeof vouched === 'string') return vouched;
  if (!(await spendLink(tx, partnerId, spentAs(claims), deps.clock.now()))) return 'used before';
  const challenge = await challengeVouched(tx, deps, vouched);
  if (challenge !== null) return challenge;
  return startSession(tx, deps.clock, {
    ...{ ...vouched, place, token: newToken() },
    ...{ source: 'token', method: 'partnerLink' },
  });
}
