import type { DkimKeyView } from '@postern/contract/dkim';
import { type DkimKey, dkimHost, renderDkimKey } from '@postern/domain/dkim';

/** The TXT record of a key. */
export function toRecord({ selector, publicKey }: { selector: string; publicKey: string }): {
  host: string;
  value: string;
} {
  return { host: dkimHost(selector), value: renderDkimKey({ keyType: 'rsa', publicKey, isTesting: false }) };
}

/** A key as the API shows it; nothing of its private part. */
export function toKeyView(key: DkimKey & { selector: string; publicKey: string }): DkimKeyView {
  const { dkimId, selector, publicKey, isEnabled, status } = key;
  return { dkimId, selector, publicKey, isEnabled, status, ...toRecord(key) };
}
