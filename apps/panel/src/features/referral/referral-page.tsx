import { currencyOfSymbol } from '@postern/domain/money';
import { Skeleton } from '@postern/ui/feedback/skeleton';
import { PageHeader } from '@postern/ui/layout/page-header';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useMayRefer } from '../../lib/access/use-may-refer.ts';
import { usePartner } from '../../lib/frame/partner.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { useConsent } from './consent.ts';
import { ConsentCard } from './consent-card.tsx';
import { Programme } from './programme.tsx';
import { rewardQuery } from './queries.ts';
import { useFailureToast } from './use-failure-toast.ts';

/** What recommending the product earns, and the programme itself once the person has agreed to it. BRD-05. */
export function ReferralPage() {
  return useMayRefer() ? <Referral /> : <Navigate to={PATHS.redirectHandler} replace />;
}

function Referral() {
  const t = useText();
  const format = useFormat();
  const { productName: product } = usePartner();
  const { bllUserId = '' } = useSession();
  const { isAgreed, agree, withdraw } = useConsent(bllUserId);
  const reward = useQuery(rewardQuery());
  useFailureToast(reward.error);
  function amountOf({ currencySymbol, referrerRewardUpperLimit: most }: NonNullable<typeof reward.data>): string {
    const currency = currencyOfSymbol(currencySymbol);
    return currency ? format.money(most, currency, 'whole') : `${currencySymbol} ${format.number(most)}`;
  }
  return (
    <div className="page-narrow">
      <PageHeader
        title={t('shell.nav.referral')}
        sentence={
          reward.isPending ? (
            <Skeleton shape="text" width="26rem" />
          ) : reward.data ? (
            t('referral.page.sentence', { product, amount: amountOf(reward.data) })
          ) : (
            t('referral.page.plain', { product })
          )
        }
      />
      {isAgreed ? (
        <Programme
          onWithdraw={() => {
            withdraw();
            showToast(t('referral.withdraw.done'), { kind: 'success' });
          }}
        />
      ) : (
        <ConsentCard onAgree={agree} />
      )}
    </div>
  );
}
