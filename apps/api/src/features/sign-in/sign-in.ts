import type { ParsedInputOf } from '@postern/contract/operation';
import type { Login } from '@postern/contract/session';
import type { signIn as operation } from '@postern/contract/sign-in';
import { normaliseEmailAddress } from '@postern/domain/addresses';
import { namesCustomer, networkOf } from '@postern/domain/sign-in';
import type { Database, Queryable } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { PasswordHashing } from '../../secrets/password-hashing.ts';
import { newToken } from '../../secrets/tokens.ts';
import { type SanctionsDeps, screenAddress } from '../sanctions/public.ts';
import { listBundleRows, type NewSession, startSession } from '../session/public.ts';
import { recordSignIns } from '../sign-in-history/public.ts';
import { type FactorDeps, sealChallenge } from '../two-factor/public.ts';
import { guardGuess, readGuessCounts } from './limits/guard-guess.ts';
import { listKnownLogins } from './limits/known-browsers.ts';
import { countKnownUsers } from './limits/known-places.ts';
import { accountOf, rememberSignIn } from './limits/remember-sign-in.ts';
import { findCurrentAddress, listLoginCandidates } from './sign-in-repository.ts';

export type SignInDeps = SanctionsDeps & FactorDeps & { db: Database; clock: Clock; hashing: PasswordHashing };

type Match = Omit<NewSession, 'token' | 'source' | 'bundleId' | 'method' | 'place'> & {
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
  const { candidates, ...asked } = await readCandidates(deps, context, email);
  const { guess, isOpen } = await guardGuess(deps, {
    ...asked,
    what: 'password',
    loginIds: candidates.map(loginIdOf),
    ip: context.ip,
  });
  const open = candidates.filter((candidate) => isOpen(loginIdOf(candidate)));
  const matches = await listMatches(deps, open, input.password).catch(async (error: unknown) => {
    await guess.right();
    throw error;
  });
  const { customerId: typed } = input;
  const chosen = typed === undefined ? matches : matches.filter((match) => namesCustomer(typed, match.customerId));
  const [match] = chosen;
  if (match === undefined) {
    // A login without a password can't be guessed, and may be a stranger's, who would see where the person is.
    const guessed = matches.length > 0 ? [] : open.filter((one) => one.passwordHash !== null);
    const missed = guessed.map((one) => ({ ...one, method: 'password', outcome: 'wrong' }) as const);
    await deps.db.asSystem((tx) => Promise.all([guess.wrong(tx), recordSignIns(tx, deps.clock, context, missed)]));
    throw new PanelError('INVALID_CREDENTIALS');
  }
  const refuse = async (error: unknown): Promise<never> => {
    await guess.right();
    throw error;
  };
  if (chosen.length > 1) return refuse(new PanelError('AMBIGUOUS_CREDENTIALS'));
  if (match.suspended) return refuse(new PanelError('NOT_AUTHORIZED', { reason: 'SUSPENDED' }));
  const { suspended: _suspended, hasSecondFactor, passwordHash, ...who } = match;
  if (hasSecondFactor)
    return refuse(new PanelError('TOTP_REQUIRED', { challenge: sealChallenge(deps, who, passwordHash) }));
  const by = { method: 'password' as const, place: context };
  return deps.db
    .asSystem(
      async (tx) => {
        const bundleId = who.bundleId ?? (await firstBundleId(tx, who.customerId));
        if (bundleId === undefined) throw new PanelError('NO_SUBSCRIPTION');
        const token = newToken();
        const wanted = { ...who, passwordHash, bundleId, token, source: 'credentials' as const, ...by };
        const starting = startSession(tx, deps.clock, wanted);
        const [login] = await Promise.all([
          starting,
          guess.right(tx),
          rememberSignIn(tx, deps.clock, context, { customerId: who.customerId, loginId: loginIdOf(who) }, false),
        ]);
        return login;
      },
      { keepsPlans: true },
    )
    .catch(refuse);
}

/** The id that a login's limits and marks go by: the mailbox's, or the customer's. */
const loginIdOf = ({ mailboxId, customerId }: Pick<Match, 'mailboxId' | 'customerId'>): string =>
  mailboxId ?? customerId;

/** Everything a sign-in must know before the password is checked, in one round trip. The same for an address that nobody has. */
async function readCandidates(deps: SignInDeps, context: RequestContext, email: string) {
  const now = deps.clock.now();
  const [logins, address, known, knownUsers, seen] = await deps.db.atOnceAsSystem((tx) =>
    Promise.all([
      listLoginCandidates(tx, email),
      findCurrentAddress(tx, email),
      listKnownLogins(tx, context.browser, now),
      countKnownUsers(tx, networkOf(context.ip), now),
      readGuessCounts(tx, 'password', accountOf(email).key, context),
    ]),
  );
  return { candidates: candidatesOf(logins, email), account: accountOf(address), known, knownUsers, seen };
}

/** The domain that a customer starts with: the oldest one with mail, else the oldest one. */
export async function firstBundleId(tx: Queryable, customerId: string): Promise<string | undefined> {
  const bundles = await listBundleRows(tx, customerId, null);
  const withMail = bundles.find((bundle) => bundle.orders.some((order) => order.type === 'MailSuite'));
  return (withMail ?? bundles[0])?.bundleId;
}

function candidatesOf(
  { mailboxes, customers }: Awaited<ReturnType<typeof listLoginCandidates>>,
  email: string,
): Match[] {
  return [
    ...mailboxes.map((row) => ({
      customerId: row.customerId,
      bundleId: row.bundleId,
      mailboxId: row.mailboxId,
      partnerId: row.partnerId,
      role: row.isAdmin ? ('domainAdmin' as const) : ('accountAdmin' as const),
      email: row.address,
      suspended: row.suspended,
      hasSecondFactor: row.hasSecondFactor,
      passwordHash: row.passwordHash,
    })),
    ...customers.map((row) => ({
      customerId: row.customerId,
      bundleId: null,
      mailboxId: null,
      partnerId: row.partnerId,
      role: 'domainAdmin' as const,
      email,
      suspended: false,
      hasSecondFactor: row.hasSecondFactor,
      passwordHash: row.passwordHash,
    })),
  ];
}

/** The candidates whose password it is. Without any, one of nobody is checked, so that the time reveals nothing. */
async function listMatches(deps: SignInDeps, candidates: readonly Match[], password: string): Promise<Match[]> {
  if (candidates.length === 0) {
    await deps.hashing.verify(password, null);
    return [];
  }
  const right = await Promise.all(candidates.map((candidate) => deps.hashing.verify(password, candidate.passwordHash)));
  return candidates.filter((_, index) => right[index]);
}
