import { authenticateByJwt, authenticateByToken } from '@postern/contract/partner-login';
import type { Login } from '@postern/contract/session';
import { call } from '../../lib/http/api-client.ts';

/** What a partner's link has in its query: a JWT, or a token with what it is for. */
export type LinkQuery = {
  jwt?: string | undefined;
  token?: string | undefined;
  domain?: string | undefined;
  email?: string | undefined;
  partnerId?: string | undefined;
  /** The partner's installation that made the JWT, instead of the partner. */
  installId?: string | undefined;
};

/** Signs in whom a link names. Spec 1 §2, token login and JWT login. */
export async function signInByLink({ jwt, token, domain, email, partnerId, installId }: LinkQuery): Promise<Login> {
  const partner = /^\d{1,10}$/.test(partnerId ?? '') ? Number(partnerId) : undefined;
  if (jwt !== undefined || token === undefined)
    return call(authenticateByJwt, { jwt: jwt ?? '', partnerId: partner, serverId: installId });
  return call(authenticateByToken, { externalToken: token, domainName: domain ?? '', email, partnerId: partner });
}
