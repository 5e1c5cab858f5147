import type { Login } from '@postern/contract/session';
import { normaliseEmailAddress } from '@postern/domain/addresses';
import { parseWebmailClaims, type WebmailClaims } from '@postern/domain/partner-login';
import { errors, jwtVerify } from 'jose';
import type { Queryable } from '../../db/client.ts';
import { countAttempt } from '../../http/limit-attempts.ts';
import type { Clock } from '../../runtime/clock.ts';
import { hashToken, newToken } from '../../secrets/tokens.ts';
import { spendLink } from '../purchase/public.ts';
import { type SanctionsDeps, screenAddress } from '../sanctions/public.ts';
import { startSession } from '../session/public.ts';
import { listLoginCandidates } from '../sign-in/public.ts';
import type { SignInPlace } from '../sign-in-history/public.ts';
import { refuseToken, unlessSuspended } from './refuse-token.ts';

/** What the webmail's tokens are for: its secret may sign others. */
const WEBMAIL_AUDIENCE = 'postern-webmail';
const MAXIMUM_CHARACTERS = 4_096;

type Deps = SanctionsDeps & { clock: Clock; webmailSecret: Buffer | null };

/** Signs in the user of a mailbox, for whom the webmail vouches. */
export async function authenticateByWebmail(
  deps: Deps,
  place: SignInPlace,
  { email, webmailToken }: { email: string; webmailToken: string },
): Promise<Login> {
  await screenAddress(deps, place.ip);
  await countAttempt(deps, [`entry/${place.ip}/${hashToken(webmailToken).slice(0, 12)}`]);
  const claims = await verify(deps, webmailToken);
  if (claims === null || claims.email !== normaliseEmailAddress(email)) return refuseToken(deps, null, 'not signed so');
  const started = await deps.db.asSystem((tx) => signIn(tx, deps, place, claims)).catch(unlessSuspended);
  return typeof started === 'string' ? refuseToken(deps, null, started) : started;
}

async function verify({ webmailSecret, clock }: Deps, token: string): Promise<WebmailClaims | null> {
  if (webmailSecret === null || token.length > MAXIMUM_CHARACTERS) return null;
  const now = clock.now();
  try {
    const { payload } = await jwtVerify(token, webmailSecret, {
      algorithms: ['HS256'],
      audience: WEBMAIL_AUDIENCE,
      requiredClaims: ['exp', 'jti'],
      currentDate: now,
    });
    return parseWebmailClaims(payload, Math.floor(now.getTime() / 1000));
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

async function signIn(
  tx: Queryable,
  deps: Deps,
  place: SignInPlace,
  { email, tokenId }: WebmailClaims,
): Promise<Login | string> {
  const { mailboxes } = await listLoginCandidates(tx, email);
  const [found] = mailboxes;
  if (found === undefined) return 'no such mailbox';
  if (found.suspended) return 'suspended';
  const { customerId, bundleId, partnerId, mailboxId, isAdmin, address } = found;
  if (!(await spendLink(tx, partnerId, `webmail/${tokenId}`, deps.clock.now()))) return 'used before';
  const role = isAdmin ? 'domainAdmin' : 'accountAdmin';
  return startSession(tx, deps.clock, {
    ...{ customerId, bundleId, partnerId, mailboxId, role, email: address, place, token: newToken() },
    ...{ source: 'token', method: 'webmail' },
  });
}
