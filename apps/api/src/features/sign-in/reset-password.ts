import { checkNewPassword } from '@postern/domain/passwords';
import { writeAudit } from '../../db/audit.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { invalid, PanelError } from '../../http/panel-error.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { PasswordHashing } from '../../secrets/password-hashing.ts';
import { hashToken } from '../../secrets/tokens.ts';
import { deleteAppPasswordsOf } from '../app-passwords/public.ts';
import { enqueueEndMailSessions } from '../mail-sessions/public.ts';
import { endSessionsOf, findCustomer, findMailboxOwner } from '../session/public.ts';
import { recordSignIns } from '../sign-in-history/public.ts';
import { rememberBrowser } from './limits/known-browsers.ts';
import { forgetGuesses } from './limits/remember-sign-in.ts';
import {
  deleteLoginTokensOf,
  findLiveLoginToken,
  type LoginTokenRow,
  setCustomerPassword,
  setMailboxPassword,
  spendLoginToken,
} from './sign-in-repository.ts';

export type ResetPasswordDeps = { db: Database; clock: Clock; hashing: PasswordHashing; jobs: JobQueue };

type LoginOfLink = { email: string; bundleId: string | null };

/** The login that a link is for. `bundleId` is null for a customer login. */
async function loginOf(tx: Queryable, row: LoginTokenRow): Promise<LoginOfLink> {
  if (row.mailboxId === null) return { email: (await findCustomer(tx, row.customerId))?.email ?? '', bundleId: null };
  const owner = await findMailboxOwner(tx, row.customerId, row.mailboxId);
  return { email: owner?.address ?? '', bundleId: owner?.bundleId ?? null };
}

/** What a mailed link is for, without using it up. */
export async function readTokenDetails(deps: { db: Database; clock: Clock }, token: string) {
  return deps.db.asSystem(async (tx) => {
    const row = await findLiveLoginToken(tx, hashToken(token), deps.clock.now());
    if (row === null || row.purpose === 'login') throw new PanelError('TOKEN_EXPIRED');
    const { email } = await loginOf(tx, row);
    return {
      email,
      domainName: row.mailboxId === null ? null : (email.split('@')[1] ?? null),
      purpose: row.purpose,
      expiresAt: row.expiresAt.toISOString(),
    };
  });
}

/**
 * Uses up a mailed link to set a new password. Ends all sessions and app passwords of the login, so that nobody else stays signed in.
 * Guesses at the former password no longer count, and this browser is known from now on: the link stays a way in while others guess.
 */
export async function resetPassword(
  deps: ResetPasswordDeps,
  context: RequestContext,
  input: { token: string; password: string },
): Promise<Record<string, never>> {
  const tokenHash = hashToken(input.token);
  const alive = await deps.db.asSystem((tx) => findLiveLoginToken(tx, tokenHash, deps.clock.now()));
  if (alive === null || alive.purpose === 'login') throw new PanelError('TOKEN_EXPIRED');
  const verdict = checkNewPassword(input.password);
  if (!verdict.ok) throw invalid([{ path: 'password', code: verdict.code, message: 'Choose another password.' }]);
  const passwordHash = await deps.hashing.hash(input.password);
  await deps.db.asSystem(async (tx) => {
    const row = await spendLoginToken(tx, tokenHash, deps.clock.now());
    if (row === null) throw new PanelError('TOKEN_EXPIRED');
    if (row.mailboxId === null) await setCustomerPassword(tx, row.customerId, passwordHash);
    else {
      await setMailboxPassword(tx, row.customerId, row.mailboxId, passwordHash);
      await deleteAppPasswordsOf(tx, { customerId: row.customerId, mailboxId: row.mailboxId });
    }
    await endSessionsOf(tx, row);
    await deleteLoginTokensOf(tx, row.customerId, row.mailboxId);
    const { email, bundleId } = await loginOf(tx, row);
    const key = { customerId: row.customerId, loginId: row.mailboxId ?? row.customerId };
    await forgetGuesses(tx, key, email);
    await rememberBrowser(tx, context.browser, key, { gaveCode: false, now: deps.clock.now() });
    const { customerId, mailboxId } = row;
    const signIn = { customerId, mailboxId, bundleId, email, method: 'link', outcome: 'accepted' } as const;
    await recordSignIns(tx, deps.clock, context, [signIn]);
    if (row.mailboxId !== null)
      await enqueueEndMailSessions(tx, deps.jobs, { mailboxId: row.mailboxId, address: email });
    await writeAudit(tx, deps.clock, {
      customerId: row.customerId,
      bundleId: null,
      actor: email,
      action: 'password.reset',
      target: email,
    });
  });
  return {};
}
