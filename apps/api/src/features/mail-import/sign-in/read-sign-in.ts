import type { listImportSignIns, readImportSignIn as operation } from '@postern/contract/mail-import-sign-in';
import type { OutputOf, ParsedInputOf } from '@postern/contract/operation';
import { mayImport } from '@postern/domain/mail-import';
import { assertMay } from '../../../http/assert-may.ts';
import { PanelError } from '../../../http/panel-error.ts';
import type { ImportContext } from '../../../http/request-context.ts';
import { findSignIn } from './sign-in-repository.ts';
import type { SignInDeps } from './use-sign-in.ts';

/** The providers where people can sign in instead of typing a password. */
export async function listSignIns(
  { signIns }: SignInDeps,
  { actor }: ImportContext,
): Promise<OutputOf<typeof listImportSignIns>> {
  assertMay(mayImport(actor.role));
  return { signIns: signIns.offered.map((one) => ({ ...one, ssl: true })) };
}

/** The outcome of a sign-in, for the session or mailed link that started it. Throws NOT_FOUND. */
export async function readImportSignIn(
  { db, clock }: SignInDeps,
  { actor }: ImportContext,
  { signInId }: ParsedInputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { customerId, tokenHash: startedBy } = actor;
  const row = await db.asTenant(customerId, (tx) => findSignIn(tx, { customerId, signInId, startedBy }, clock.now()));
  if (row === null) throw new PanelError('NOT_FOUND');
  const { provider, state, remoteEmail, otherEmail, expiresAt } = row;
  return {
    ...{ signInId, provider, remoteEmail, expiresAt: expiresAt.toISOString() },
    state: state === 'exchanging' ? 'waiting' : state,
    ...(otherEmail === null ? {} : { otherEmail }),
  };
}
