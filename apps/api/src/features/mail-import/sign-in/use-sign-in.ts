import type { SourceAccount, SourceLogin } from '@postern/adapter-mail-source/port';
import type { SourceSignIns } from '@postern/adapter-mail-source/sign-in-port';
import { isAddressOf, type SignInProvider } from '@postern/domain/mail-import';
import type { Database, Queryable } from '../../../db/client.ts';
import { PanelError } from '../../../http/panel-error.ts';
import type { SessionActor } from '../../../http/request-context.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { Sealer } from '../../../secrets/seal.ts';
import { type ImportSecret, openTokens } from '../import-secret.ts';
import { type ImportWish, readPassword } from '../read-wish.ts';
import { deleteSignIn, findSignIn } from './sign-in-repository.ts';

export type SignInDeps = { db: Database; clock: Clock; sealer: Sealer; signIns: SourceSignIns };

/** A password or access that a person gave, and the sign-in that it comes from. */
export type GivenSecret = { secret: ImportSecret; signIn: { customerId: string; signInId: string } | null };

/** The ports that mail may be imported from; with a sign-in, its provider's too. */
export const portsFor = (
  { importPorts, signIns }: { importPorts: readonly number[]; signIns: SourceSignIns },
  { signInId, ownerEmail, host }: Pick<ImportWish, 'signInId' | 'host'> & { ownerEmail?: string | undefined },
): readonly number[] =>
  signInId === undefined && ownerEmail === undefined
    ? importPorts
    : [...importPorts, ...signIns.offered.filter((one) => one.host === host).map(({ port }) => port)];

/**
 * What a person gave for an account: the password, or a sign-in that they have finished. A sign-in is only for the address that was signed
 * in to, and only for its provider's own mail server: any other one would be handed a token that opens the mailbox. Throws
 * VALIDATION_FAILED, IMPORT_SIGN_IN_NEEDED, HOST_NOT_ALLOWED.
 */
export async function readSecret(
  deps: SignInDeps,
  actor: SessionActor,
  account: SourceAccount,
  { remotePassword, signInId }: Pick<ImportWish, 'remotePassword' | 'signInId'>,
): Promise<GivenSecret> {
  if (signInId === undefined) return { secret: { password: readPassword({ remotePassword }) }, signIn: null };
  const { customerId, tokenHash: startedBy } = actor;
  const row = await deps.db.asTenant(customerId, (tx) =>
    findSignIn(tx, { customerId, signInId, startedBy }, deps.clock.now()),
  );
  if (row === null || row.state !== 'done' || row.sealedTokens === null) throw new PanelError('IMPORT_SIGN_IN_NEEDED');
  if (!isAddressOf(account.user, [row.remoteEmail]))
    throw new PanelError('IMPORT_SIGN_IN_NEEDED', { reason: 'OTHER_ADDRESS', email: row.remoteEmail });
  assertOwnServer(deps.signIns, row.provider, account);
  const tokens = openTokens(deps.sealer, customerId, signInId, row.sealedTokens);
  return { secret: { provider: row.provider, tokens }, signIn: { customerId, signInId } };
}

function assertOwnServer(signIns: SourceSignIns, provider: SignInProvider, account: SourceAccount): void {
  if (!isServerOf(signIns, provider, account)) throw new PanelError('HOST_NOT_ALLOWED', { reason: 'PROVIDER' });
}

/** Whether an account is at the mail server of a provider where people can sign in. */
export const isServerOf = (
  { offered }: SourceSignIns,
  provider: SignInProvider,
  { host, port, ssl }: Pick<SourceAccount, 'host' | 'port' | 'ssl'>,
): boolean => offered.some((one) => one.provider === provider && one.host === host && one.port === port && ssl);

/** The provider where an account's owner can sign in; null if there is none. */
export const signInAt = (signIns: SourceSignIns, account: SourceAccount): SignInProvider | null =>
  signIns.offered.find(({ provider }) => isServerOf(signIns, provider, account))?.provider ?? null;

/** How to sign in at a source with it. Its access token is valid for as long as the sign-in is kept. */
export const loginWith = (account: SourceAccount, { secret }: GivenSecret): SourceLogin =>
  'password' in secret
    ? { ...account, password: secret.password }
    : { ...account, accessToken: secret.tokens.accessToken };

/** Moves a secret to the import that uses it, in the import's transaction. Throws IMPORT_SIGN_IN_NEEDED if another call took it. */
export async function keepSecret(tx: Queryable, { secret, signIn }: GivenSecret): Promise<ImportSecret> {
  if (signIn !== null && !(await deleteSignIn(tx, signIn))) throw new PanelError('IMPORT_SIGN_IN_NEEDED');
  return secret;
}
