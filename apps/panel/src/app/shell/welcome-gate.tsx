import { lazy, type ReactNode, Suspense } from 'react';
import { loadWelcomePopup, useWelcome } from '../../features/welcome/panel.ts';
import { loadChunk } from '../../lib/reload/chunk-errors.ts';
import { useActivePlan } from './use-active-plan.ts';

const WelcomePopup = lazy(async () => ({
  default: (await loadChunk(loadWelcomePopup)).WelcomePopup,
}));

/** The screen, with the welcome popup over it the first time, or over the next one if `isDeferred`. Spec 1 §2, welcome popups. */
export function WelcomeGate({ isDeferred, children }: { isDeferred: boolean; children: ReactNode }) {
  const { plan } = useActivePlan();
  const { popup, seen } = useWelcome(plan);
  return (
    <>
      {popup && !isDeferred && (
        <Suspense>
          <WelcomePopup popup={popup} plan={plan} onClose={seen} />
        </Suspense>
      )}
      {children}
    </>
  );
}
