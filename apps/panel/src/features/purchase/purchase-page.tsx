import { Loader } from '@postern/ui/feedback/loader';
import { useNavigate } from '@tanstack/react-router';
import { useMaybePartner } from '../../lib/frame/partner.ts';
import { UiProviders } from '../../lib/frame/ui-providers.tsx';
import { useText } from '../../lib/i18n/texts.ts';
import { usePart } from '../../lib/loading/use-part.ts';
import { PATHS } from '../../lib/paths.ts';
import type { Denial } from '../sign-in/panel.ts';
import { loadPurchaseDone } from './done/load-purchase-done.ts';
import { usePurchaseEntry } from './entry/use-purchase-entry.ts';
import { PurchaseErrorScreen } from './purchase-error-screen.tsx';
import { PurchaseFlow } from './purchase-flow.tsx';
import { PurchaseFrame } from './purchase-frame.tsx';
import { PurchaseSkeleton } from './purchase-skeleton.tsx';
import { usePurchase } from './purchase-store.ts';

/** Spec 1 §2, Purchase flow. */
export function PurchasePage() {
  const { entry, retry } = usePurchaseEntry();
  const { done } = usePurchase();
  const end = usePart(loadPurchaseDone, done ? 'now' : 'later');
  const partner = useMaybePartner();
  const t = useText();
  // A signed-in person opened a link: the partner's look is known with the first answer.
  if (!partner) {
    return (
      <main className="px-5">
        {entry.kind === 'error' ? (
          <PurchaseErrorScreen type={entry.type} onRetry={entry.worthRetry ? retry : undefined} />
        ) : (
          <Loader text={t('purchase.page.loading')} className="min-h-dvh" />
        )}
      </main>
    );
  }
  return (
    <UiProviders>
      <PurchaseFrame>
        {(entry.kind === 'opening' || (entry.kind === 'open' && done && !end)) && <PurchaseSkeleton />}
        {entry.kind === 'error' && (
          <PurchaseErrorScreen type={entry.type} onRetry={entry.worthRetry ? retry : undefined} />
        )}
        {entry.kind === 'denied' && <Denied {...entry} />}
        {entry.kind === 'open' && done && end && <end.PurchaseDone done={done} />}
        {entry.kind === 'open' && !done && <PurchaseFlow />}
      </PurchaseFrame>
    </UiProviders>
  );
}

function Denied({ country, Screen }: Denial) {
  const navigate = useNavigate();
  return (
    <div className="mx-auto max-w-93 py-10">
      <Screen country={country} onBack={() => void navigate({ to: PATHS.login, replace: true })} />
    </div>
  );
}
