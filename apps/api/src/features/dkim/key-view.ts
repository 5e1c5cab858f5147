import type { DkimKeyView } from '@postern/contract/dkim';
import { type DkimKey, dkimHost, ed25519Selector, isRollOverDue, renderDkimKey } from '@postern/domain/dkim';

/** The TXT record of a key. */
export function toRecord({ selector, publicKey }: { selector: string; publicKey: string }): {
  host: string;
  value: string;
} {
  return { host: dkimHost(selector), value: renderDkimKey({ keyType: 'rsa', publicKey, isTesting: false }) };
}

/** The TXT record of the Ed25519 key; null for a key that was made without one. */
export function toEd25519Record(selector: string, publicKey: string | null): { host: string; value: string } | null {
  if (publicKey === null) return null;
  const value = renderDkimKey({ keyType: 'ed25519', publicKey, isTesting: false });
  return { host: dkimHost(ed25519Selector(selector)), value };
}

type ShownKey = DkimKey & {
  selector: string;
  publicKey: string;
  row: { createdAt: Date; validFrom: Date | null; ed25519PublicKey: string | null; isEd25519Seen: boolean };
};

/** A key as the API shows it, without its private part. */
export function toKeyView(key: ShownKey, now: Date): DkimKeyView {
  const { dkimId, selector, publicKey, isEnabled, status, signsUntilMillis, row } = key;
  const stillSigns = signsUntilMillis !== null && signsUntilMillis > now.getTime();
  const ed25519 = toEd25519Record(selector, row.ed25519PublicKey);
  const inUse = { isEnabled, inUseSinceMillis: row.validFrom?.getTime() ?? null };
  return {
    ...{ dkimId, selector, publicKey, isEnabled, status, ...toRecord(key) },
    ed25519: ed25519 && { ...ed25519, isSeen: row.isEd25519Seen },
    createdAt: row.createdAt.toISOString(),
    signsUntil: stillSigns ? new Date(signsUntilMillis).toISOString() : null,
    isRollOverDue: isRollOverDue(inUse, now.getTime()),
  };
}
