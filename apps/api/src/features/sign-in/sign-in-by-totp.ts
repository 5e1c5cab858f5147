import type { Login } from '@postern/contract/session';
import { countAttempt } from '../../http/limit-attempts.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { newToken } from '../../secrets/tokens.ts';
import { screenAddress } from '../sanctions/public.ts';
import { findCustomer, lockSigner, startSession } from '../session/public.ts';
import {
  checkFactor,
  type FactorDeps,
  findFactor,
  openChallenge,
  passwordMark,
  type Proof,
} from '../two-factor/public.ts';
import { firstBundleId, type SignInDeps } from './sign-in.ts';

/** Finishes a sign-in after the password, with the second factor. A proof works once, and wrong guesses are counted. */
export async function signInByTotp(
  deps: SignInDeps & FactorDeps,
  context: RequestContext,
  { challenge: text, ...proof }: Proof & { challenge: string },
): Promise<Login> {
  await screenAddress(deps, context.ip);
  const challenge = openChallenge(deps, text);
  if (challenge === null) throw new PanelError('TOKEN_EXPIRED');
  const { passwordMark: mark, expiresAtMillis: _until, ...who } = challenge;
  const key = { customerId: who.customerId, loginId: who.mailboxId ?? who.customerId };
  const attempt = await countAttempt(deps, [`totp/login/${key.loginId}`, `sign-in/address/${context.ip}`]);
  const login = await deps.db.asSystem(async (tx) => {
    const factor = await findFactor(tx, key);
    if (factor === null || !(await checkFactor(tx, deps, factor, proof))) throw new PanelError('INVALID_CREDENTIALS');
    const bundleId = who.bundleId ?? (await firstBundleId(tx, who.customerId));
    if (bundleId === undefined) throw new PanelError('NO_SUBSCRIPTION');
    const holder =
      who.mailboxId === null
        ? await findCustomer(tx, who.customerId)
        : await lockSigner(tx, { customerId: who.customerId, bundleId, mailboxId: who.mailboxId });
    if (holder === null) throw new PanelError('NOT_AUTHORIZED', { reason: 'SUSPENDED' });
    if (passwordMark(holder.passwordHash) !== mark) throw new PanelError('TOKEN_EXPIRED');
    return startSession(tx, deps.clock, { ...who, bundleId, token: newToken(), source: 'credentials' });
  });
  await attempt.forgive();
  return login;
}
