import { Loader } from '@postern/ui/feedback/loader';
import { type Ref, useCallback, useEffect, useState } from 'react';
import { useText } from '../../../lib/i18n/texts.ts';
import { readItem, writeItem } from '../../../lib/store/storage.ts';
import { showToast } from '../../../lib/toasts.ts';
import type { CardCharge, CardGateway, CardProblem, PaymentMeans } from './card-gateway.ts';
import { cardProblemKey } from './card-problem-text.ts';
import { FailureNote } from './failure-note.tsx';

/** Spec 1 §4: the loader over the element hides after two seconds the first time in a session. */
const LOADER_MS = 2_000;
const SEEN = 'postern.cardElementSeen';

type Props = { gateway: CardGateway; charge: CardCharge; means: Ref<PaymentMeans>; problem: CardProblem | null };

/** The gateway's card fields, and why the last try failed. */
export function CardForm({ gateway, charge, means, problem }: Props) {
  const t = useText();
  const { isCovered, onReady } = useElementLoader();
  const onUnavailable = useCallback(
    () => showToast(t('billingAndUpgrade.manageCard.toastMessage.stripeInitFailure'), { kind: 'error' }),
    [t],
  );
  const { CardElement } = gateway;
  return (
    <>
      <CardProblemNote problem={problem} />
      <div className="relative">
        <div inert={isCovered} className={isCovered ? 'invisible' : undefined}>
          <CardElement charge={charge} ref={means} onReady={onReady} onUnavailable={onUnavailable} />
        </div>
        {isCovered && (
          <div className="absolute inset-0 grid place-items-center rounded-md border border-line bg-surface">
            <Loader place="inline" text={t('purchase.card.loading')} />
          </div>
        )}
      </div>
    </>
  );
}

/** Why the last card wasn't accepted, announced as soon as it is known. */
export function CardProblemNote({ problem }: { problem: CardProblem | null }) {
  const t = useText();
  return <FailureNote text={problem && t(cardProblemKey(problem))} />;
}

/** Covered until the element is ready, and for two seconds the first time. */
function useElementLoader() {
  const [isFirst, setFirst] = useState(() => readItem('session', SEEN) === null);
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    if (!isFirst) return;
    const timer = window.setTimeout(() => {
      writeItem('session', SEEN, '1');
      setFirst(false);
    }, LOADER_MS);
    return () => window.clearTimeout(timer);
  }, [isFirst]);
  const onReady = useCallback(() => setReady(true), []);
  return { isCovered: isFirst || !isReady, onReady };
}
