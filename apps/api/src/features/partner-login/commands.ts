import { type Command, partnerIdOption, textOption } from '../../feature/command.ts';
import { isSpent } from '../purchase/public.ts';
import type { JwtDeps } from '../partners/public.ts';
import { findByToken, type TokenLogin } from './authenticate-by-token.ts';
import { spentAs } from './authenticate-by-jwt.ts';
import { findNamedPartner } from './find-named-partner.ts';
import { findVouched } from './find-vouched.ts';
import { verifyLoginJwt } from './verify-login-jwt.ts';

export const partnerLoginCommands: Record<string, Command> = {
  'partner inspect-login': {
    usage: "--partner N --link URL_OR_JWT   check whether a partner's link or JWT signs a person in, and if not, why",
    options: ['partner', 'link'],
    run: async (deps, options) => {
      const link = textOption(options, 'link');
      const query = URL.canParse(link) ? new URL(link).searchParams : null;
      const partnerId = partnerIdOption(options, 'partner');
      const token = query?.get('token') ?? null;
      const serverId = query?.get('installId') ?? undefined;
      const named = await findNamedPartner(deps, { partnerId, serverId });
      if (typeof named === 'string') return { ok: false, reason: named, claims: null };
      return token === null
        ? inspectLoginJwt(deps, query === null ? link : (query.get('jwt') ?? ''), partnerId)
        : inspectLoginToken(deps, {
            ...{ externalToken: token, partnerId, domainName: query?.get('domain') ?? '' },
            email: query?.get('email') ?? undefined,
          });
    },
  },
};

/** What would happen if someone used the token now. Changes nothing. */
async function inspectLoginJwt(deps: JwtDeps, jwt: string, partnerId: number) {
  const verified = await verifyLoginJwt(deps, jwt, partnerId);
  if (!verified.ok) return { ok: false, reason: verified.reason, claims: null };
  const { claims } = verified;
  const reason = await deps.db.asSystem(async (tx) => {
    if (await isSpent(tx, partnerId, spentAs(claims))) return 'used before';
    const vouched = await findVouched(tx, partnerId, claims);
    return typeof vouched === 'string' ? vouched : null;
  });
  return { ok: reason === null, reason, claims };
}

/** The same for a token of `createLoginToken`. */
async function inspectLoginToken(deps: Pick<JwtDeps, 'db' | 'clock'>, asked: TokenLogin) {
  const found = await deps.db.asSystem((tx) => findByToken(tx, asked, deps.clock.now()));
  return typeof found === 'string' ? { ok: false, reason: found } : { ok: true, reason: null, email: found.email };
}
