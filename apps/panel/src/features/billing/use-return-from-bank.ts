import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { hasCode } from '../../lib/http/api-error.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { finishPayment } from './queries.ts';

/** Goes on with a payment that the bank's page interrupted: its id is in the address, and the server asks the gateway how it ended. */
export function useReturnFromBank(): void {
  const t = useText();
  const navigate = useNavigate();
  const { bundleId = '' } = useSession();
  const { payment } = useSearch({ strict: false }) as { payment?: string };
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
}
