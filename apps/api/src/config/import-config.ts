import { isIP } from 'node:net';
import { IMAP_PORT, IMAPS_PORT } from '@postern/domain/mail-import';
import { IMPORT_SIGN_IN_SETTINGS, type ImportSignInConfig, importSignInOf } from './import-sign-in-config.ts';
import type { Settings } from './setting-values.ts';

export const IMPORT_SETTINGS = ['POSTERN_IMPORT_PORTS', 'POSTERN_IMPORT_PRIVATE_ADDRESSES', ...IMPORT_SIGN_IN_SETTINGS];

/** From where mail may be imported. */
export type ImportConfig = {
  ports: readonly number[];
  /** Addresses outside the public internet that may be connected to all the same: the operator's own former mail servers. */
  privateAddresses: readonly string[];
  signIn: ImportSignInConfig;
};

const wordsOf = ({ env }: Settings, name: string): string[] =>
  (env[name] ?? '').split(',').flatMap((word) => word.trim() || []);

export function importOf(settings: Settings): ImportConfig {
  const ports = wordsOf(settings, 'POSTERN_IMPORT_PORTS').map(Number);
  if (ports.some((port) => !Number.isInteger(port) || port < 1 || port > 65_535))
    settings.refuse('POSTERN_IMPORT_PORTS must be port numbers, separated by commas, such as 143,993.');
  const privateAddresses = wordsOf(settings, 'POSTERN_IMPORT_PRIVATE_ADDRESSES');
  if (privateAddresses.some((address) => isIP(address) === 0))
    settings.refuse('POSTERN_IMPORT_PRIVATE_ADDRESSES must be IP addresses, separated by commas, such as 10.0.0.5.');
  return {
    ...{ ports: ports.length === 0 ? [IMAP_PORT, IMAPS_PORT] : ports, privateAddresses },
    signIn: importSignInOf(settings),
  };
}
