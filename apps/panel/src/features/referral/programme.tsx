import { Button } from '@postern/ui/buttons/button';
import { Card } from '@postern/ui/layout/card';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePartner } from '../../lib/frame/partner.ts';
import { useScheme } from '../../lib/frame/theme.ts';
import { useLocale, useText } from '../../lib/i18n/texts.ts';
import { WaitingStatus } from '../../lib/loading/waiting.tsx';
import { useSession } from '../../lib/session/session-store.ts';
import { usePersonAtCello } from './person-at-cello.ts';
import { ProgrammeFrame } from './programme-frame.tsx';
import { tokenQuery } from './queries.ts';
import { useFailureToast } from './use-failure-toast.ts';

/** The programme of somebody who agreed to it, and the way out. */
export function Programme({ onWithdraw }: { onWithdraw: () => void }) {
  const t = useText();
  const locale = useLocale();
  const scheme = useScheme();
  const { emails } = usePartner();
  const { loginEmail = '' } = useSession();
  const productUserDetails = usePersonAtCello();
  const [turn, setTurn] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  const ticket = useQuery(tokenQuery(loginEmail));
  useFailureToast(ticket.error ?? (hasFailed ? `frame ${turn}` : null));
  const isDark = scheme === 'dark' || (scheme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  function retry() {
    setFailed(false);
    setTurn(turn + 1);
    // A token is good for a day only.
    void ticket.refetch();
  }
  return (
    <>
      {ticket.error || hasFailed ? (
        <Card padded>
          <p role="alert">{t('referral.frame.failed')}</p>
          <Button kind="quiet" className="mt-4" pending={ticket.isFetching} onClick={retry}>
            {t('shell.action.retry')}
          </Button>
        </Card>
      ) : ticket.data === undefined || ticket.isFetching ? (
        <Card>
          <WaitingStatus />
          <div className="h-160 animate-breathe bg-line/60" />
        </Card>
      ) : (
        <Card>
          <ProgrammeFrame
            key={turn}
            title={t('referral.frame.title')}
            boot={{
              productId: ticket.data.productId,
              token: ticket.data.token,
              language: locale.slice(0, 2),
              themeMode: isDark ? 'dark' : 'light',
              productUserDetails,
            }}
            onFail={() => setFailed(true)}
          />
        </Card>
      )}
      <p className="prose-width mt-6 text-pretty text-label text-2nd">
        {t('referral.withdraw.text', { email: emails.supportEmail })}
      </p>
      <Button kind="quiet" size="s" className="mt-3" onClick={onWithdraw}>
        {t('referral.withdraw.submit')}
      </Button>
    </>
  );
}
