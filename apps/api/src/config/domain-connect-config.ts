import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ConfigError, type Environment, fileOf, hostOf } from './setting-values.ts';

export type DomainConnectConfig = {
  providerId: string;
  serviceId: string;
  /** Where the public key is published: at the label `keyHost` of `keyDomain`. */
  keyDomain: string;
  keyHost: string;
  privateKey: KeyObject;
} | null;

export const DOMAIN_CONNECT_SETTINGS = [
  'POSTERN_DOMAIN_CONNECT_PROVIDER_ID',
  'POSTERN_DOMAIN_CONNECT_SERVICE_ID',
  'POSTERN_DOMAIN_CONNECT_KEY_FILE',
  'POSTERN_DOMAIN_CONNECT_KEY_HOST',
];

const LABEL = /^_?[a-z0-9]([a-z0-9-]{0,60}[a-z0-9])?$/;
const ID = /^[A-Za-z0-9._-]{1,63}$/;

/** Our identity towards DNS providers; null without a provider id. */
export function domainConnectOf(env: Environment): DomainConnectConfig {
  if (!env['POSTERN_DOMAIN_CONNECT_PROVIDER_ID']) return null;
  const providerId = hostOf(env, 'POSTERN_DOMAIN_CONNECT_PROVIDER_ID', '');
  const serviceId = env['POSTERN_DOMAIN_CONNECT_SERVICE_ID'] || 'email';
  if (!ID.test(serviceId))
    throw new ConfigError(
      'POSTERN_DOMAIN_CONNECT_SERVICE_ID may contain only letters, digits, dots, hyphens and underscores.',
    );
  const keyHost = env['POSTERN_DOMAIN_CONNECT_KEY_HOST'] || '_dcpubkeyv1';
  if (!LABEL.test(keyHost))
    throw new ConfigError('POSTERN_DOMAIN_CONNECT_KEY_HOST must be one label, such as _dcpubkeyv1.');
  const file = fileOf(env, 'POSTERN_DOMAIN_CONNECT_KEY_FILE');
  if (file === null)
    throw new ConfigError(
      'POSTERN_DOMAIN_CONNECT_KEY_FILE must name the private key that signs requests to providers.',
    );
  return { providerId, serviceId, keyDomain: providerId, keyHost, privateKey: rsaKeyIn(file) };
}

function rsaKeyIn(file: string): KeyObject {
  try {
    const key = createPrivateKey(readFileSync(file));
    if (key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048) return key;
  } catch {
    // Falls through to the error below, as the library's message may quote the file.
  }
  throw new ConfigError(
    'POSTERN_DOMAIN_CONNECT_KEY_FILE must contain an RSA private key of 2,048 bits or more, in PEM format.',
  );
}
