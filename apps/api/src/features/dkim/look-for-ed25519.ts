import type { DnsResolver } from '@postern/adapter-dns/port';
import { PanelError } from '../../http/panel-error.ts';
import type { StoredKey } from './dkim-repository.ts';
import { toEd25519Record } from './key-view.ts';
import { lookForKey } from './look-for-key.ts';

const NO_ANSWER: readonly string[] = ['LOOKUP_TIMEOUT', 'EXTERNAL_ERROR'];

/** Whether the key's Ed25519 record is in the DNS. If nobody answers, the last result is kept. */
export async function seesEd25519(
  resolver: DnsResolver,
  domainName: string,
  { selector, row: { ed25519PublicKey, isEd25519Seen } }: StoredKey,
): Promise<boolean> {
  const record = toEd25519Record(selector, ed25519PublicKey);
  if (record === null) return false;
  try {
    await lookForKey(resolver, domainName, record);
    return true;
  } catch (error) {
    if (!(error instanceof PanelError)) throw error;
    return isEd25519Seen && NO_ANSWER.includes(error.code);
  }
}
