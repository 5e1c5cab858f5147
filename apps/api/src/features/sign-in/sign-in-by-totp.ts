import type { Login } from '@postern/contract/session';
import { CODE_LIMIT, networkOf } from '@postern/domain/sign-in';
import { PanelError } from '../../http/panel-error.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { newToken } from '../../secrets/tokens.ts';
import { screenAddress } from '../sanctions/public.ts';
import { lockCustomerLogin, lockSigner, startSession } from '../session/public.ts';
import { recordSignIns } from '../sign-in-history/public.ts';
import {
  checkFactor,
  type FactorDeps,
  findFactor,
  openChallenge,
  type Proof,
  passwordMark,
} from '../two-factor/public.ts';
import { guardGuess, readGuessCounts } from './limits/guard-guess.ts';
import { listKnownLogins } from './limits/known-browsers.ts';
import { countKnownUsers } from './limits/known-places.ts';
import { rememberSignIn } from './limits/remember-sign-in.ts';
import { firstBundleId, type SignInDeps } from './sign-in.ts';

/** Finishes a sign-in with the second factor, after the password or a partner vouched. A code works once, and wrong guesses are counted. */
export async function signInByTotp(
  deps: SignInDeps & FactorDeps,
  context: RequestContext,
  { challenge: text, ...proof }: Proof & { challenge: string },
): Promise<Login> {
  await screenAddress(deps, context.ip);
  const challenge = openChallenge(deps, text);
  if (challenge === null) throw new PanelError('TOKEN_EXPIRED');
  const { passwordMark: mark, expiresAtMillis: _until, isVouched = false, ...who } = challenge;
  const key = { customerId: who.customerId, loginId: who.mailboxId ?? who.customerId };
  const method = proof.recoveryCode === undefined ? 'code' : 'recoveryCode';
  const guess = await guardCode(deps, context, key.loginId);
  let isWrong = false;
  try {
    return await deps.db.asSystem(async (tx) => {
      const factor = await findFactor(tx, key);
      isWrong = factor === null || !(await checkFactor(tx, deps, factor, proof));
      if (isWrong) throw new PanelError('INVALID_CREDENTIALS');
      const bundleId = who.bundleId ?? (await firstBundleId(tx, who.customerId));
      if (bundleId === undefined) throw new PanelError('NO_SUBSCRIPTION');
      const holder =
        who.mailboxId === null
          ? await lockCustomerLogin(tx, who.customerId)
          : await lockSigner(tx, { customerId: who.customerId, bundleId, mailboxId: who.mailboxId });
      if (holder === null) throw new PanelError('NOT_AUTHORIZED', { reason: 'SUSPENDED' });
      if (passwordMark(holder.passwordHash) !== mark) throw new PanelError('TOKEN_EXPIRED');
      const login = await startSession(tx, deps.clock, {
        ...who,
        bundleId,
        token: newToken(),
        source: isVouched ? 'token' : 'credentials',
        method,
        place: context,
      });
      await rememberSignIn(tx, deps.clock, context, key, true);
      return login;
    });
  } finally {
    if (isWrong) {
      const missed = { ...who, method, outcome: 'wrong' } as const;
      await deps.db.asSystem((tx) => Promise.all([guess.wrong(tx), recordSignIns(tx, deps.clock, context, [missed])]));
    } else await guess.right();
  }
}

/** Only a browser that gave the second factor before has guesses of its own: a new password alone doesn't make it known here. */
async function guardCode(deps: SignInDeps, context: RequestContext, loginId: string) {
  const now = deps.clock.now();
  const [known, knownUsers, seen] = await deps.db.atOnceAsSystem((tx) =>
    Promise.all([
      listKnownLogins(tx, context.browser, now),
      countKnownUsers(tx, networkOf(context.ip), now),
      readGuessCounts(tx, 'code', loginId, context),
    ]),
  );
  const { guess } = await guardGuess(deps, {
    what: 'code',
    account: { key: loginId, limit: CODE_LIMIT },
    loginIds: [loginId],
    known: known.filter(({ gaveCode }) => gaveCode),
    ip: context.ip,
    knownUsers,
    seen,
  });
  return guess;
}
