import type { CurrentPlan } from '@postern/contract/subscriptions';
import { doesStack } from '@postern/domain/plans';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { Card } from '@postern/ui/layout/card';
import { EmptyState } from '@postern/ui/layout/empty-state';
import { PageHeader } from '@postern/ui/layout/page-header';
import { Link } from '@tanstack/react-router';
import { useText } from '../../../lib/i18n/texts.ts';
import { ReadFailed } from '../../../lib/loading/read-failed.tsx';
import { WaitingCard } from '../../../lib/loading/waiting.tsx';
import { PATHS } from '../../../lib/paths.ts';
import { useAddOn } from '../use-add-on.ts';
import { OwnAddOn } from './own-add-on.tsx';

/** The add-ons of one type that the domain has: which mailboxes have them, and whether they renew. Spec 1 §2. */
export function OwnAddOnPage() {
  const t = useText();
  const { plan, sold, owned, type, name, isReady, failed } = useAddOn();
  if (failed) return <ReadFailed title={t('addOns.notRead')} read={failed} />;
  if (!isReady || !plan) return <WaitingCard heading="50%" button="10rem" />;
  const has = owned.reduce((sum, { quantity }) => sum + quantity, 0);
  const isFull = sold?.limit != null && has >= sold.limit;
  const buy = sold && !isFull && (
    <ButtonLink
      kind={has > 0 ? 'quiet' : 'primary'}
      render={<Link to={PATHS.addOn} params={{ addon: type } as never} />}
    >
      {t(has > 0 ? 'addOns.own.buyMore' : 'addOns.own.buy')}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title={has > 0 ? name : t('addOns.own.title')}
        sentence={has > 0 ? t('addOns.own.sentence', { count: has }) : undefined}
        actions={has > 0 ? buy : undefined}
      />
      {has === 0 ? (
        <Card padded>
          <EmptyState title={sold ? t('addOns.own.empty', { name }) : t('addOns.none')} action={buy || undefined}>
            {t(sold ? 'addOns.own.emptyText' : 'addOns.noneText')}
          </EmptyState>
        </Card>
      ) : (
        <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5">
          {owned.map((one) => (
            <OwnAddOn key={one.id} addOn={one} plan={plan as CurrentPlan} stacks={sold ? doesStack(sold) : false} />
          ))}
        </div>
      )}
    </>
  );
}
