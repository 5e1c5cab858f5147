import { type Command, partnerIdOption, textOption } from '../../feature/command.ts';
import { isSpent } from '../purchase/public.ts';
import type { JwtDeps } from '../partners/public.ts';
import { spentAs } from './authenticate-by-jwt.ts';
import { findVouched } from './find-vouched.ts';
import { verifyLoginJwt } from './verify-login-jwt.ts';

export const partnerLoginCommands: Record<string, Command> = {
  'partner inspect-login': {
    usage: "--partner N --link URL_OR_JWT   check whether a partner's token signs somebody in, and if not, why",
    options: ['partner', 'link'],
    run: async (deps, options) => {
      const link = textOption(options, 'link');
      const jwt = URL.canParse(link) ? (new URL(link).searchParams.get('jwt') ?? '') : link;
      return inspectLoginJwt(deps, jwt, partnerIdOption(options, 'partner'));
    },
  },
};

/** What would happen if somebody used the token now. Changes nothing. */
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
