import { useEffect, useEffectEvent } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { showToast } from '../../lib/toasts.ts';

/** Says once for each failure that something went wrong; the page stays as it is. Spec 1 §8, referral widget unavailable. */
export function useFailureToast(failure: Error | string | null): void {
  const t = useText();
  const tell = useEffectEvent(() => showToast(t('referral.toast.somethingWrong'), { kind: 'error' }));
  useEffect(() => {
    if (failure !== null) tell();
  }, [failure]);
}
