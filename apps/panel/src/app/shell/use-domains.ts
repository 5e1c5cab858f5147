import type { Bundle } from '@postern/contract/session';
import { switchableDomains } from '@postern/domain/partners';
import { useIsMutating, useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { bundlesQuery, switchBundleMutation } from '../../features/session/queries.ts';
import { reportEvent } from '../../lib/events/analytics.ts';
import { usePartner } from '../../lib/frame/partner.ts';
import { afterUnsaved } from '../../lib/forms/use-unsaved-guard.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { switchKind } from './switch-kind.ts';

type Domains = {
  current: string;
  currentId: string;
  domains: readonly Bundle[];
  /** True if the brand shows only the current domain here and the customer has more. */
  hasHiddenOnes: boolean;
  /** Whether the current domain's last order has ended. */
  isEnded: boolean;
  switchTo: (bundleId: string) => void;
  isSwitching: boolean;
};

/** The session's domains that may be listed, and the switch between them. Spec 1 §2. */
export function useDomains(): Domains {
  const t = useText();
  const router = useRouter();
  const { brand, partnerId } = usePartner();
  const { domain: current = '', bundleId: currentId = '' } = useSession();
  const { data: bundles = [] } = useQuery(bundlesQuery);
  const { mutateAsync } = useMutation(switchBundleMutation);
  const isSwitching = useIsMutating({ mutationKey: switchBundleMutation.mutationKey }) > 0;
  function switchTo(bundleId: string) {
    if (bundleId === currentId || isSwitching) return;
    afterUnsaved(() => change(bundleId));
  }
  function change(bundleId: string) {
    const way = switchKind(bundles.find((bundle) => bundle.bundleId === bundleId));
    reportEvent('domain_switch', { bundleId, way });
    // By the promise: the screen that called this is gone with the former domain, and its callbacks with it.
    mutateAsync(bundleId).then(
      () =>
        // The current screen may not exist for the other domain.
        void (way === 'site-order' || isNowhere()
          ? router.navigate({ to: PATHS.redirectHandler })
          : router.invalidate()),
      (error: unknown) => showToast(errorText(error, t), { kind: 'error' }),
    );
  }
  const isNowhere = () => router.state.location.pathname === PATHS.productNotFound;
  const domains = switchableDomains(bundles, { brand, partnerId, currentBundleId: currentId });
  const hasHiddenOnes = brand === 'neo' && bundles.length > 1;
  const isEnded = Boolean(bundles.find(({ bundleId }) => bundleId === currentId)?.end);
  return { current, currentId, domains, hasHiddenOnes, isEnded, switchTo, isSwitching };
}
