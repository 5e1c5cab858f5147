import type { StaffLogin } from '@postern/contract/staff';
import { normaliseEmailAddress } from '@postern/domain/addresses';
import { STAFF_SESSION_MILLIS } from '@postern/domain/staff';
import type { Database, Queryable } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { PasswordHashing } from '../../secrets/password-hashing.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { hashToken, newToken } from '../../secrets/tokens.ts';
import type { Proof } from '../two-factor/public.ts';
import { markOf } from './password-mark.ts';
import { writeStaffAudit } from './staff-audit.ts';
import { openStaffChallenge, sealStaffChallenge } from './staff-challenge.ts';
import { checkStaffFactor } from './staff-factor.ts';
import { guardStaffGuess, rememberStaffBrowser } from './staff-guesses.ts';
import { findStaffByEmail, lockStaff, type StaffRow } from './staff-repository.ts';
import { toStaffMember } from './staff-view.ts';
import { staffSession } from './tables.ts';

export type StaffSignInDeps = { db: Database; clock: Clock; hashing: PasswordHashing; sealer: Sealer };

/** Signs in a member of staff. Without two-factor sign-in, the session may only set it up. */
export async function signInStaff(
  deps: StaffSignInDeps,
  context: RequestContext,
  input: { email: string; password: string },
): Promise<StaffLogin> {
  const email = normaliseEmailAddress(input.email);
  const row = await deps.db.asSystem((tx) => findStaffByEmail(tx, email));
  const known = row !== null && row.disabledAt === null ? row : null;
  const { guess } = await guardStaffGuess(deps, context, 'password', { email, staffId: known?.staffId ?? null });
  let isWrong = false;
  try {
    isWrong = !(await deps.hashing.verify(input.password, known?.passwordHash ?? null));
    if (isWrong || known === null) throw new PanelError('INVALID_CREDENTIALS');
    if (known.twoFactorAt !== null)
      throw new PanelError('TOTP_REQUIRED', { challenge: sealStaffChallenge(deps, known) });
    return await deps.db.asSystem((tx) =>
      startStaffSession(tx, deps, known, { mark: markOf(known), hasFactor: false }),
    );
  } finally {
    await (isWrong ? guess.wrong() : guess.right());
    if (isWrong && known !== null) await noteRefusal(deps, known.staffId);
  }
}

/** Finishes the sign-in with the second factor. Each code works once. */
export async function signInStaffByTotp(
  deps: StaffSignInDeps,
  context: RequestContext,
  { challenge: text, ...proof }: Proof & { challenge: string },
): Promise<StaffLogin> {
  const challenge = openStaffChallenge(deps, text);
  if (challenge === null) throw new PanelError('TOKEN_EXPIRED');
  const { guess } = await guardStaffGuess(deps, context, 'code', challenge);
  let isWrong = false;
  try {
    return await deps.db.asSystem(async (tx) => {
      const row = await lockStaff(tx, challenge.staffId);
      isWrong = row === null || !(await checkStaffFactor(tx, deps, row, proof));
      if (isWrong || row === null) throw new PanelError('INVALID_CREDENTIALS');
      const login = await startStaffSession(tx, deps, row, { mark: challenge.passwordMark, hasFactor: true });
      await rememberStaffBrowser(tx, deps.clock, context, row.staffId);
      return login;
    });
  } finally {
    await (isWrong ? guess.wrong() : guess.right());
    if (isWrong) await noteRefusal(deps, challenge.staffId);
  }
}

const noteRefusal = ({ db, clock }: StaffSignInDeps, staffId: string) =>
  db.asSystem((tx) => writeStaffAudit(tx, clock, { staffId, action: 'staff.sign-in-refused' }));

/** Starts a session. Refuses if, since the check, the account was disabled, its password changed, or it began to ask for a code. */
async function startStaffSession(
  tx: Queryable,
  deps: StaffSignInDeps,
  checked: StaffRow,
  { mark, hasFactor }: { mark: string; hasFactor: boolean },
): Promise<StaffLogin> {
  const { staffId } = checked;
  const row = await lockStaff(tx, staffId);
  if (row === null || row.disabledAt !== null || markOf(row) !== mark) throw new PanelError('INVALID_CREDENTIALS');
  if (row.twoFactorAt !== null && !hasFactor) throw new PanelError('INVALID_CREDENTIALS');
  const now = deps.clock.now();
  const token = newToken();
  const expiresAt = new Date(now.getTime() + STAFF_SESSION_MILLIS);
  await tx
    .insert(staffSession)
    .values({ tokenHash: hashToken(token), staffId, createdAt: now, lastUsedAt: now, expiresAt });
  await writeStaffAudit(tx, deps.clock, { staffId, action: 'staff.signed-in' });
  return { token, staff: await toStaffMember(tx, row) };
}
