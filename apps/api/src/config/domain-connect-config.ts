import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileOf, hostOf, type Settings } from './setting-values.ts';

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
export function domainConnectOf(settings: Settings): DomainConnectConfig {
  const { env } = settings;
  if (!env['POSTERN_DOMAIN_CONNECT_PROVIDER_ID']) return null;
  const providerId = hostOf(settings, 'POSTERN_DOMAIN_CONNECT_PROVIDER_ID', '');
  const serviceId = env['POSTERN_DOMAIN_CONNECT_SERVICE_ID'] || 'email';
  if (!ID.test(serviceId))
    settings.refuse(
      'POSTERN_DOMAIN_CONNECT_SERVICE_ID may contain only letters, digits, dots, hyphens and underscores.',
    );
  const keyHost = env['POSTERN_DOMAIN_CONNECT_KEY_HOST'] || '_dcpubkeyv1';
  if (!LABEL.test(keyHost)) settings.refuse('POSTERN_DOMAIN_CONNECT_KEY_HOST must be one label, such as _dcpubkeyv1.');
  const before = settings.problems.length;
  const file = fileOf(settings, 'POSTERN_DOMAIN_CONNECT_KEY_FILE');
  if (file === null)
    settings.refuse('POSTERN_DOMAIN_CONNECT_KEY_FILE must name the private key that signs requests to providers.');
  const privateKey = file === null || settings.problems.length > before ? null : rsaKeyIn(settings, file);
  return privateKey === null ? null : { providerId, serviceId, keyDomain: providerId, keyHost, privateKey };
}

function rsaKeyIn(settings: Settings, file: string): KeyObject | null {
  try {
    const key = createPrivateKey(readFileSync(file));
    if (key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048) return key;
  } catch {
    // Refused below, as the library's message may quote the file.
  }
  settings.refuse(
    'POSTERN_DOMAIN_CONNECT_KEY_FILE must contain an RSA private key of 2,048 bits or more, in PEM format.',
  );
  return null;
}
