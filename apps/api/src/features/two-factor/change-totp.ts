import type { RecordedAction } from '@postern/domain/activity';
import { CODE_LIMIT } from '@postern/domain/sign-in';
import { mayUseTwoFactor, otpauthUrl, RECOVERY_CODE_COUNT } from '@postern/domain/two-factor';
import { sql } from 'drizzle-orm';
import { writeAudit } from '../../db/audit.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { publishLive } from '../../db/publish-live.ts';
import { takeGuess } from '../../http/guesses.ts';
import { invalid, PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import { hashToken } from '../../secrets/tokens.ts';
import { newRecoveryCode, newTotpSecret, toBase32 } from '../../secrets/totp.ts';
import { enqueueEndMailSessions } from '../mail-sessions/public.ts';
import { mailNotice } from '../notifications/public.ts';
import { findPartner } from '../partners/public.ts';
import { checkFactor, type FactorDeps, factorSeal, type Proof } from './check-factor.ts';
import {
  deleteFactor,
  enableFactor,
  type FactorKey,
  findFactor,
  putPendingFactor,
  setAskDespitePartner,
  setRecoveryHashes,
} from './second-factor-repository.ts';

export type TotpDeps = FactorDeps & { db: Database; jobs: JobQueue };

/** Makes a secret for an authenticator app. Sign-in doesn't ask for it until its first code was confirmed. */
export async function startTotp(
  deps: TotpDeps,
  { actor }: SessionContext,
): Promise<{ otpauthUrl: string; secret: string }> {
  const key = assertOwnLogin(actor);
  const secret = newTotpSecret();
  const sealedSecret = deps.sealer.seal(secret.toString('base64url'), factorSeal(key));
  const none = { lastStep: 0, recoveryHashes: [], askDespitePartner: false };
  const row = { ...key, state: 'pending' as const, sealedSecret, ...none };
  const issuer = await deps.db.asTenant(actor.customerId, async (tx) => {
    if (!(await putPendingFactor(tx, { ...row, createdAt: deps.clock.now() }))) throw new PanelError('TOTP_ENABLED');
    return readIssuer(tx, actor.partnerId);
  });
  const shown = toBase32(secret).toUpperCase();
  return { otpauthUrl: otpauthUrl(issuer, actor.email, shown), secret: shown };
}

/** Turns the second factor on after a first right code: every sign-in then asks for one. Only this answer shows the recovery codes. */
export async function enableTotp(
  deps: TotpDeps,
  context: SessionContext,
  code: string,
): Promise<{ recoveryCodes: string[] }> {
  const { actor } = context;
  const key = assertOwnLogin(actor);
  const { recoveryCodes, recoveryHashes } = newRecoveryCodes();
  await withProof(deps, key, async (tx) => {
    const row = await findFactor(tx, key);
    if (row === null) throw new PanelError('NOT_FOUND');
    if (row.state === 'enabled') throw new PanelError('TOTP_ENABLED');
    if (!(await checkFactor(tx, deps, row, { code }))) throw wrongCode('code');
    if (!(await enableFactor(tx, key, { recoveryHashes, createdAt: deps.clock.now() })))
      throw new PanelError('TOTP_ENABLED');
    await setFlag(tx, context, true);
    await writeChange(tx, deps, context, 'second-factor.enabled');
    await tell(tx, deps, context, 'second-factor-enabled');
    // From the commit on, email apps need an app password (ADR 52), so end sessions that use the mailbox's own password.
    if (actor.mailboxId !== null)
      await enqueueEndMailSessions(tx, deps.jobs, { mailboxId: actor.mailboxId, address: actor.email });
  });
  return { recoveryCodes };
}

/** Turns the second factor off. This needs a proof of it. */
export async function disableTotp(
  deps: TotpDeps,
  context: SessionContext,
  proof: Proof,
): Promise<Record<string, never>> {
  const { actor } = context;
  const key = assertOwnLogin(actor);
  await withProof(deps, key, async (tx) => {
    await proveFactor(tx, deps, key, proof);
    await deleteFactor(tx, key);
    await setFlag(tx, context, false);
    await writeChange(tx, deps, context, 'second-factor.disabled');
    await tell(tx, deps, context, 'second-factor-disabled');
  });
  return {};
}

/** Replaces the recovery codes. Only this answer shows the new ones. */
export async function renewRecoveryCodes(
  deps: TotpDeps,
  context: SessionContext,
  code: string,
): Promise<{ recoveryCodes: string[] }> {
  const { actor } = context;
  const key = assertOwnLogin(actor);
  const { recoveryCodes, recoveryHashes } = newRecoveryCodes();
  await withProof(deps, key, async (tx) => {
    await proveFactor(tx, deps, key, { code });
    await setRecoveryHashes(tx, key, recoveryHashes);
    await writeChange(tx, deps, context, 'second-factor.recovery-codes-renewed');
  });
  return { recoveryCodes };
}

/** Sets whether to ask for a code even when the partner vouches for the person. */
export async function askDespitePartner(
  deps: TotpDeps,
  context: SessionContext,
  isAsked: boolean,
): Promise<Record<string, never>> {
  const key = assertOwnLogin(context.actor);
  await deps.db.asTenant(key.customerId, async (tx) => {
    if (!(await setAskDespitePartner(tx, key, isAsked))) throw new PanelError('NOT_FOUND');
    await writeChange(tx, deps, context, isAsked ? 'second-factor.asked-of-partner' : 'second-factor.partner-trusted');
  });
  return {};
}

/**
 * Changes the factor in one transaction that checks a proof, and counts a wrong proof. Apart from the count of sign-ins, so that a session
 * in the wrong hands can't lock its owner out.
 */
async function withProof(deps: TotpDeps, key: FactorKey, change: (tx: Queryable) => Promise<void>): Promise<void> {
  const guess = await takeGuess(deps, [{ key: `guess/code/session/${key.loginId}`, limit: CODE_LIMIT }]);
  let isWrong = false;
  try {
    await deps.db.asTenant(key.customerId, change);
  } catch (error) {
    isWrong = error instanceof PanelError && error.code === 'VALIDATION_FAILED';
    throw error;
  } finally {
    await (isWrong ? guess.wrong() : guess.right());
  }
}

function newRecoveryCodes(): { recoveryCodes: string[]; recoveryHashes: string[] } {
  const recoveryCodes = Array.from({ length: RECOVERY_CODE_COUNT }, newRecoveryCode);
  return { recoveryCodes, recoveryHashes: recoveryCodes.map((one) => hashToken(one.replaceAll('-', ''))) };
}

/** Checks and uses up a proof of the enabled second factor. Throws if it is wrong. */
async function proveFactor(tx: Queryable, deps: FactorDeps, key: FactorKey, proof: Proof): Promise<void> {
  const row = await findFactor(tx, key);
  if (row?.state !== 'enabled') throw new PanelError('NOT_FOUND');
  if (!(await checkFactor(tx, deps, row, proof)))
    throw wrongCode(proof.recoveryCode === undefined ? 'code' : 'recoveryCode');
}

export function assertOwnLogin(actor: SessionContext['actor']): FactorKey {
  if (!mayUseTwoFactor(actor.role)) throw new PanelError('NOT_AUTHORIZED');
  return { customerId: actor.customerId, loginId: actor.mailboxId ?? actor.customerId };
}

const wrongCode = (path: string) =>
  invalid([{ path, code: 'WRONG_CODE', message: 'Enter the code that the app shows now.' }]);

async function readIssuer(tx: Queryable, partnerId: number): Promise<string> {
  return (await findPartner(tx, partnerId))?.companyName ?? 'Postern';
}

/** Sets the mailbox's flag that shows admins whether it has a second factor. A customer login has no mailbox. */
async function setFlag(tx: Queryable, { actor }: SessionContext, isOn: boolean): Promise<void> {
  if (actor.mailboxId === null) return;
  const without = sql`flags - 'TWO_FA_ENABLED'`;
  const flags = isOn ? sql`(${without}) || '["TWO_FA_ENABLED"]'::jsonb` : without;
  await tx.execute(sql`update mailbox set flags = ${flags} where customer_id = ${actor.customerId}
    and bundle_id = ${actor.bundleId} and mailbox_id = ${actor.mailboxId}`);
}

async function writeChange(
  tx: Queryable,
  deps: TotpDeps,
  { actor, requestId }: SessionContext,
  action: RecordedAction,
) {
  const { customerId, bundleId, mailboxId, email } = actor;
  const news = { event: 'mailboxes', what: 'mailbox', change: 'changed', email } as const;
  if (mailboxId !== null) await publishLive(tx, deps.clock, { customerId, bundleId, mailboxId, ...news });
  await writeAudit(tx, deps.clock, { customerId, bundleId, actor: email, action, target: email, requestId });
}

function tell(
  tx: Queryable,
  deps: TotpDeps,
  { actor }: SessionContext,
  template: 'second-factor-enabled' | 'second-factor-disabled',
) {
  const { customerId, mailboxId, partnerId, email } = actor;
  return mailNotice(tx, deps, { customerId, mailboxId, partnerId, email, template });
}
