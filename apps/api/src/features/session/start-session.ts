import type { Login } from '@postern/contract/session';
import { type Role, SESSION_TTL_SECONDS } from '@postern/domain/sign-in';
import type { SignInMethod } from '@postern/domain/sign-in-history';
import { writeAudit } from '../../db/audit.ts';
import type { Queryable } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionActor } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { hashToken } from '../../secrets/tokens.ts';
import { recordSignIns, type SignInPlace } from '../sign-in-history/public.ts';
import { readLogin, readLoginRows } from './login-view.ts';
import {
  findPasswordHash,
  findSessionRow,
  insertSession,
  lockCustomerLogin,
  lockSigner,
  setConfirmed,
  setOwnRole,
} from './session-repository.ts';

export type NewSession = Omit<SessionActor, 'tokenHash' | 'expiresAt' | 'passwordConfirmedAt'> & {
  token: string;
  source: 'credentials' | 'purchase' | 'token';
  /** The hash that the password was verified against. If it has changed meanwhile, the sign-in is refused. */
  passwordHash?: string | null;
  method: SignInMethod;
  place: SignInPlace;
};

/** Starts a session in the caller's transaction. Starting it again with the same token finds the existing one. */
export async function startSession(tx: Queryable, clock: Clock, wanted: NewSession): Promise<Login> {
  const { token, source, passwordHash: _checked, method, place, ...who } = wanted;
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + SESSION_TTL_SECONDS[source === 'token' ? 'token' : 'credentials'] * 1000);
  const asked: SessionActor = {
    ...{ ...who, tokenHash: hashToken(token), expiresAt },
    passwordConfirmedAt: source === 'credentials' ? now : null,
  };
  const record = () =>
    Promise.all([
      writeAudit(tx, clock, {
        customerId: who.customerId,
        bundleId: who.bundleId,
        actor: who.email,
        action: 'session.started',
        target: who.email,
        attrs: { source },
      }),
      recordSignIns(tx, clock, place, [{ ...who, method, outcome: 'accepted' }]),
    ]);
  const reading = readLoginRows(tx, who);
  // Sent together, as one packet. If the first one refuses, all of it is rolled back.
  const [role, [started]] = await Promise.all([
    roleAtStart(tx, wanted),
    insertSession(tx, { ...asked, visitId: null, source, createdAt: now }),
    reading,
    // A password starts a session with a new token. The other ways may be repeated with theirs, which is recorded once.
    source === 'credentials' && record(),
  ]);
  const actor = { ...asked, role };
  if (started === undefined) {
    const existing = await findSessionRow(tx, actor.tokenHash, now);
    return readLogin(tx, existing === null ? actor : { ...actor, expiresAt: existing.expiresAt }, token, reading);
  }
  const recorded = source !== 'credentials' && record();
  const corrected = role === who.role ? null : setOwnRole(tx, actor.tokenHash, role);
  const confirmed = source === 'credentials' ? null : confirmWithoutPassword(tx, actor, now);
  const [login] = await Promise.all([readLogin(tx, actor, token, reading), recorded, corrected, confirmed]);
  return login;
}

/** A person who has no password yet can't prove more than the link they have just used. ADR 75. */
async function confirmWithoutPassword(tx: Queryable, actor: SessionActor, now: Date): Promise<void> {
  if ((await findPasswordHash(tx, actor)) === null) await setConfirmed(tx, actor.tokenHash, now);
}

/** The login's current role, safe from concurrent changes. Throws if the mailbox may not sign in, or the password was changed. */
async function roleAtStart(tx: Queryable, wanted: NewSession): Promise<Role> {
  const { customerId, bundleId, mailboxId, passwordHash } = wanted;
  if (mailboxId === null) {
    if (passwordHash !== undefined) assertSame(passwordHash, await lockCustomerLogin(tx, customerId));
    return wanted.role;
  }
  const signer = await lockSigner(tx, { customerId, bundleId, mailboxId });
  if (signer === null) throw new PanelError('NOT_AUTHORIZED', { reason: 'SUSPENDED' });
  if (passwordHash !== undefined) assertSame(passwordHash, signer);
  return signer.isAdmin ? 'domainAdmin' : 'accountAdmin';
}

function assertSame(checked: string | null, login: { passwordHash: string | null } | null): void {
  if (checked !== login?.passwordHash) throw new PanelError('INVALID_CREDENTIALS');
}
