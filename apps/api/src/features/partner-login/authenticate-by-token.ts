import type { Login } from '@postern/contract/session';
import { normaliseEmailAddress, parseDomainName } from '@postern/domain/addresses';
import type { Queryable } from '../../db/client.ts';
import type { Clock } from '../../runtime/clock.ts';
import { PanelError } from '../../http/panel-error.ts';
import { countAttempt } from '../../http/limit-attempts.ts';
import { hashToken, newToken } from '../../secrets/tokens.ts';
import { type SanctionsDeps, screenAddress } from '../sanctions/public.ts';
import { startSession } from '../session/public.ts';
import type { SignInPlace } from '../sign-in-history/public.ts';
import { challengeVouched, type FactorDeps } from '../two-factor/public.ts';
import { findEntryToken, spendEntryToken } from './entry-tokens.ts';
import { findVouched } from './find-vouched.ts';
import { refuseToken, unlessSuspended } from './refuse-token.ts';

export type TokenLogin = {
  domainName: string;
  externalToken: string;
  email?: string | undefined;
  partnerId?: number | undefined;
};
type Deps = SanctionsDeps & FactorDeps & { clock: Clock };

/** Signs in whom a token of the partner's server was made for. */
export async function authenticateByToken(deps: Deps, place: SignInPlace, asked: TokenLogin): Promise<Login> {
  await screenAddress(deps, place.ip);
  await countAttempt(deps, [`entry/${place.ip}/${hashToken(asked.externalToken).slice(0, 12)}`]);
  const started = await deps.db.asSystem((tx) => signIn(tx, deps, place, asked)).catch(unlessSuspended);
  if (started instanceof PanelError) throw started;
  return typeof started === 'string' ? refuseToken(deps, asked.partnerId ?? null, started) : started;
}

/** Whom the token would sign in; or why nobody, for the partner. */
export async function findByToken(tx: Queryable, asked: TokenLogin, now: Date) {
  const row = await findEntryToken(tx, 'login', asked.externalToken, now);
  if (typeof row === 'string') return row;
  if (asked.partnerId !== undefined && asked.partnerId !== row.partnerId) return 'of another partner';
  if (asked.email !== undefined && normaliseEmailAddress(asked.email) !== row.email) return 'for another person';
  const domain = parseDomainName(asked.domainName);
  if (!domain.ok) return 'for another domain';
  const { partnerId, email, tokenHash } = row;
  const vouched = await findVouched(tx, partnerId, { domainName: domain.value, email, isCustomer: false });
  if (typeof vouched === 'string') return vouched;
  return vouched.bundleId === row.bundleId ? { ...vouched, tokenHash } : 'for another domain';
}

/** Returns the login, the challenge for a code, or the reason for refusing. A refusal doesn't spend the token. */
async function signIn(
  tx: Queryable,
  deps: Deps,
  place: SignInPlace,
  asked: TokenLogin,
): Promise<Login | PanelError | string> {
  const found = await findByToken(tx, asked, deps.clock.now());
  if (typeof found === 'string') return found;
  const { tokenHash, ...vouched } = found;
  if (!(await spendEntryToken(tx, tokenHash, deps.clock.now()))) return 'used before';
  const challenge = await challengeVouched(tx, deps, vouched);
  if (challenge !== null) return challenge;
  return startSession(tx, deps.clock, {
    ...{ ...vouched, place, token: newToken() },
    ...{ source: 'token', method: 'partnerLink' },
  });
}
