import { Loader } from '@postern/ui/feedback/loader';
import { useEffect, useState } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { useIsAskedPartMissing } from '../../lib/loading/use-part.ts';

/** Parts that arrive sooner show no sign of loading. */
const PATIENCE_MS = 250;

/** Says that a menu or dialog is on its way, when its code takes longer than a moment. */
export function AwaitedPart() {
  const isMissing = useIsAskedPartMissing();
  return isMissing ? <Sign /> : null;
}

function Sign() {
  const t = useText();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLate) return null;
  return (
    <div className="pointer-events-none fixed inset-x-0 top-4 z-60 mx-auto w-fit rounded-md bg-surface px-4 py-2.5 shadow-floating">
      <Loader place="inline" text={t('app.loading')} />
    </div>
  );
}
