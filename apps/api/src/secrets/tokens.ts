import { createHash, createHmac, randomBytes } from 'node:crypto';

/** An opaque token of 256 bits. Only its hash is ever stored. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** A token derived from words, so that a repeated call gets the same token without it being stored. */
export const derivedToken = (secretKey: Buffer, ...words: string[]): string =>
  createHmac('sha256', secretKey)
    .update(JSON.stringify(['token', ...words]))
    .digest('base64url');
