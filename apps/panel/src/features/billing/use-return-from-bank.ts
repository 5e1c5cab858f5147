import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { hasCode } from '../../lib/http/api-error.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { awaitCard, finishPayment } from './queries.ts';

/** In the address, where no card was saved before. */
export const NO_CARD = 'none';

type Returned = { payment?: string; cardAfter?: string; redirect_status?: string };

/** Goes on with what the bank's page interrupted: a payment, about which the server asks the gateway, or a card that is to be saved. */
export function useReturnFromBank(): void {
  const t = useText();
  const navigate = useNavigate();
  const { bundleId = '' } = useSession();
  const { payment, cardAfter, redirect_status: ending } = useSearch({ strict: false }) as Returned;
  useEffect(() => {
    if (payment === undefined) return;
    void navigate({ to: PATHS.subscription, search: {}, replace: true });
    const finish = async () => {
      try {
        await finishPayment(bundleId, payment);
        showToast(t('billing.due.done'), { kind: 'success' });
      } catch (error) {
        const isOpen = hasCode(error, 'PAYMENT_FAILED');
        showToast(isOpen ? t('billing.due.unfinished') : errorText(error as Error, t), { kind: 'error' });
      }
    };
    void finish();
  }, [payment, bundleId, navigate, t]);
  useEffect(() => {
    if (cardAfter === undefined) return;
    void navigate({ to: PATHS.subscription, search: {}, replace: true });
    const addAgain = () => void navigate({ to: PATHS.subscription, search: { manageCard: 'true' } });
    const finish = async () => {
      try {
        // The gateway's word comes seconds later. What the bank refused never comes.
        const isSaved = ending !== 'failed' && (await awaitCard(bundleId, cardAfter === NO_CARD ? null : cardAfter));
        if (isSaved) showToast(t('billing.card.added'), { kind: 'success' });
        else
          showToast(t('billing.card.notConfirmed'), {
            kind: 'error',
            actions: [{ label: t('billing.card.add'), onPress: addAgain }],
          });
      } catch (error) {
        showToast(errorText(error as Error, t), { kind: 'error' });
      }
    };
    void finish();
  }, [cardAfter, ending, bundleId, navigate, t]);
}
