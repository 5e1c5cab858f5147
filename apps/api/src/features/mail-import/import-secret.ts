import type { NewTokens } from '@postern/adapter-mail-source/sign-in-port';
import type { SignInProvider } from '@postern/domain/mail-import';
import type { Sealer } from '../../secrets/seal.ts';
import type { ImportKey, ImportRow } from './mail-import-repository.ts';

/** The access to a mailbox that its owner granted at the provider. */
export type Tokens = { accessToken: string; refreshToken: string; expiresAt: string };

/** The credentials with which an import signs in. */
export type ImportSecret = { password: string } | { provider: SignInProvider; tokens: Tokens };

/** Tokens with the moment at which the access token expires. */
export const toTokens = ({ accessToken, refreshToken, validSeconds }: NewTokens, now: Date): Tokens => ({
  ...{ accessToken, refreshToken },
  expiresAt: new Date(now.getTime() + validSeconds * 1_000).toISOString(),
});

/** The columns of a secret: only this import's row can be opened with it. */
export const sealSecret = (
  sealer: Sealer,
  key: Pick<ImportKey, 'customerId' | 'taskId'>,
  secret: ImportSecret,
): Pick<ImportRow, 'sealedPassword' | 'signInWith'> =>
  'password' in secret
    ? { sealedPassword: sealer.seal(secret.password, boundTo(key.customerId, key.taskId)), signInWith: null }
    : { sealedPassword: sealTokens(sealer, key.customerId, key.taskId, secret.tokens), signInWith: secret.provider };

/** The secret; null once it is erased. */
export function openSecret(sealer: Sealer, row: ImportRow): ImportSecret | null {
  const { customerId, taskId, sealedPassword, signInWith } = row;
  if (sealedPassword === null) return null;
  if (signInWith === null) return { password: sealer.open(sealedPassword, boundTo(customerId, taskId)) };
  return { provider: signInWith, tokens: openTokens(sealer, customerId, taskId, sealedPassword) };
}

/** Tokens as they are stored, for one import or one sign-in. */
export const sealTokens = (sealer: Sealer, customerId: string, ownerId: string, tokens: Tokens): string =>
  sealer.seal(JSON.stringify(tokens), boundTo(customerId, ownerId));

export const openTokens = (sealer: Sealer, customerId: string, ownerId: string, sealed: string): Tokens =>
  JSON.parse(sealer.open(sealed, boundTo(customerId, ownerId))) as Tokens;

const boundTo = (customerId: string, ownerId: string) => `mail-import/${customerId}/${ownerId}`;
