import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts secrets for the database: AES-256-GCM, bound to the row they belong to, with the id of the key. */
export type Sealer = {
  seal(plain: string, boundTo: string): string;
  open(sealed: string, boundTo: string): string;
  key: Buffer;
};

/** @param secretKey at least 32 bytes, from the operator or the data folder */
export function createSealer(secretKey: Buffer): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secretKey, 'postern', 'seal', 32));
  const keyId = createHash('sha256').update(key).digest('base64url').slice(0, 6);
  return {
    key: Buffer.from(hkdfSync('sha256', secretKey, 'postern', 'derive', 32)),
    seal: (plain, boundTo) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(boundTo));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `s1.${keyId}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open: (sealed, boundTo) => {
      const [version, usedKey, payload] = sealed.split('.');
      if (version !== 's1' || payload === undefined) throw new Error('Not a sealed value.');
      if (usedKey !== keyId) throw new Error(`Sealed with another key (${usedKey}); POSTERN_SECRET_KEY was changed.`);
      const bytes = Buffer.from(payload, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(boundTo));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}
