import type { ParsedInputOf } from '@postern/contract/operation';
import type { Login } from '@postern/contract/session';
import type { signIn as operation } from '@postern/contract/sign-in';
import { normaliseEmailAddress } from '@postern/domain/addresses';
import type { Database, Queryable } from '../../db/client.ts';
import { countAttempt } from '../../http/limit-attempts.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { PasswordHashing } from '../../secrets/password-hashing.ts';
import { hashToken, newToken } from '../../secrets/tokens.ts';
import { type SanctionsDeps, screenAddress } from '../sanctions/public.ts';
import { listBundleRows, type NewSession, startSession } from '../session/public.ts';
import { type FactorDeps, sealChallenge } from '../two-factor/public.ts';
import { listLoginCandidates } from './sign-in-repository.ts';

export type SignInDeps = SanctionsDeps & FactorDeps & { db: Database; clock: Clock; hashing: PasswordHashing };

type Match = Omit<NewSession, 'token' | 'source' | 'bundleId'> & {
  bundleId: string | null;
  suspended: boolean;
  hasSecondFactor: boolean;
  passwordHash: string | null;
};

/** Signs in a customer or a mailbox. Ambiguity and suspension are revealed only after a right password. */
export async function signIn(
  deps: SignInDeps,
  context: RequestContext,
  input: ParsedInputOf<typeof operation>,
): Promise<Login> {
  await screenAddress(deps, context.ip);
  const email = normaliseEmailAddress(input.email);
  const attempt = await countAttempt(deps, [`sign-in/login/${hashToken(email)}`, `sign-in/address/${context.ip}`]);
  const matches = await listMatches(deps, email, input.password);
  if (matches.length === 0) throw new PanelError('INVALID_CREDENTIALS');
  const chosen =
    input.customerId === undefined ? matches : matches.filter((match) => match.customerId === input.customerId);
  const [match] = chosen;
  if (match === undefined) throw new PanelError('INVALID_CREDENTIALS');
  const refuse = async (error: unknown): Promise<never> => {
    await attempt.forgive();
    throw error;
  };
  if (chosen.length > 1) return refuse(new PanelError('AMBIGUOUS_CREDENTIALS'));
  if (match.suspended) return refuse(new PanelError('NOT_AUTHORIZED', { reason: 'SUSPENDED' }));
  const { suspended: _suspended, hasSecondFactor, passwordHash, ...who } = match;
  if (hasSecondFactor)
    return refuse(new PanelError('TOTP_REQUIRED', { challenge: sealChallenge(deps, who, passwordHash) }));
  return deps.db
    .asSystem(async (tx) => {
      const bundleId = who.bundleId ?? (await firstBundleId(tx, who.customerId));
      if (bundleId === undefined) throw new PanelError('NO_SUBSCRIPTION');
      const token = newToken();
      const wanted = { ...who, passwordHash, bundleId, token, source: 'credentials' as const };
      const starting = startSession(tx, deps.clock, wanted);
      const [login] = await Promise.all([starting, attempt.forgive(tx)]);
      return login;
    })
    .catch(refuse);
}

/** The domain that a customer starts with: the oldest one with mail, else the oldest one. */
export async function firstBundleId(tx: Queryable, customerId: string): Promise<string | undefined> {
  const bundles = await listBundleRows(tx, customerId, null);
  const withMail = bundles.find((bundle) => bundle.orders.some((order) => order.type === 'MailSuite'));
  return (withMail ?? bundles[0])?.bundleId;
}

async function listMatches(deps: SignInDeps, email: string, password: string): Promise<Match[]> {
  const { mailboxes, customers } = await deps.db.atOnceAsSystem((tx) => listLoginCandidates(tx, email));
  const candidates = [
    ...mailboxes.map((row) => ({
      passwordHash: row.passwordHash,
      match: {
        customerId: row.customerId,
        bundleId: row.bundleId,
        mailboxId: row.mailboxId,
        partnerId: row.partnerId,
        role: row.isAdmin ? 'domainAdmin' : 'accountAdmin',
        email: row.address,
        suspended: row.suspended,
        hasSecondFactor: row.hasSecondFactor,
        passwordHash: row.passwordHash,
      } satisfies Match,
    })),
    ...customers.map((row) => ({
      passwordHash: row.passwordHash,
      match: {
        customerId: row.customerId,
        bundleId: null,
        mailboxId: null,
        partnerId: row.partnerId,
        role: 'domainAdmin',
        email,
        suspended: false,
        hasSecondFactor: row.hasSecondFactor,
        passwordHash: row.passwordHash,
      } satisfies Match,
    })),
  ];
  if (candidates.length === 0) {
    await deps.hashing.verify(password, null);
    return [];
  }
  const right = await Promise.all(candidates.map((candidate) => deps.hashing.verify(password, candidate.passwordHash)));
  return candidates.filter((_, index) => right[index]).map((candidate) => candidate.match);
}
