import type { DkimKeyView } from '@postern/contract/dkim';
import type { ReactNode } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { KeyRecord } from './key-record.tsx';

/** `children`: the actions while the record hasn't been seen. */
type Props = { dkimKey: DkimKeyView; children?: ReactNode };

/** The optional record of a key's Ed25519 half: receivers that know it check both signatures. RFC 8463. */
export function SecondRecord({ dkimKey: { ed25519, selector }, children }: Props) {
  const t = useText();
  if (ed25519 === null) return null;
  return (
    <details className="mb-3 text-label">
      <summary className="touch w-fit cursor-pointer text-accent-text">
        {t(ed25519.isSeen ? 'dkim.key.secondSeen' : 'dkim.key.second')}
      </summary>
      <p className="prose-width mt-2 text-2nd">
        {t(ed25519.isSeen ? 'dkim.key.secondSeenText' : 'dkim.key.secondText')}
      </p>
      <KeyRecord record={ed25519} of={`${selector}-ed25519`} />
      {!ed25519.isSeen && children}
    </details>
  );
}
