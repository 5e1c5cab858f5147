import { KNOWN_BROWSER_LIMIT } from '@postern/domain/sign-in';
import { writeAudit } from '../../db/audit.ts';
import type { Database } from '../../db/client.ts';
import { takeGuess } from '../../http/guesses.ts';
import { invalid, PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { PasswordHashing } from '../../secrets/password-hashing.ts';
import { findPasswordHash, setConfirmed } from '../session/public.ts';

/**
 * Checks the password of the session's login, and notes in the session that it was right. Wrong ones are counted by login, apart from those
 * at sign-in, so that a stolen session can't lock its owner out. ADR 75.
 */
export async function confirmPassword(
  deps: { db: Database; clock: Clock; hashing: PasswordHashing },
  { actor, requestId }: SessionContext,
  input: { password: string },
): Promise<Record<string, never>> {
  const { customerId, bundleId, mailboxId, tokenHash, email } = actor;
  const guess = await takeGuess(deps, [
    { key: `guess/password/session/${mailboxId ?? customerId}`, limit: KNOWN_BROWSER_LIMIT },
  ]);
  let isRight = true;
  try {
    const passwordHash = await deps.db.asTenant(customerId, (tx) => findPasswordHash(tx, actor));
    isRight = await deps.hashing.verify(input.password, passwordHash);
    const action = isRight ? 'password.confirmed' : 'password.confirmation-refused';
    await deps.db.asSystem(async (tx) => {
      await writeAudit(tx, deps.clock, { customerId, bundleId, actor: email, action, target: email, requestId });
      // A new password ends the session, so nothing is confirmed with the old one.
      if (isRight && !(await setConfirmed(tx, tokenHash, deps.clock.now()))) throw new PanelError('UNAUTHENTICATED');
    });
  } finally {
    await (isRight ? guess.right() : guess.wrong());
  }
  if (!isRight)
    throw invalid([{ path: 'password', code: 'WRONG_PASSWORD', message: 'This is not the password of your login.' }]);
  return {};
}
