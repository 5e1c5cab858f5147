import type { CurrentPlan } from '@postern/contract/subscriptions';
import { DEFAULT_ACCOUNT_LIMIT } from '@postern/domain/plans';
import { Button } from '@postern/ui/buttons/button';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { PageHeader } from '@postern/ui/layout/page-header';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { isActionInHead } from '../../../lib/frame/thumb-bar.tsx';
import { type Text, useText } from '../../../lib/i18n/texts.ts';
import { PATHS } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session/session-store.ts';

type Props = {
  plan: CurrentPlan | undefined;
  /** Null for an empty list, which has the button itself. */
  onCreate: (() => void) | null;
  canCreateMany: boolean;
  /** There are no mailboxes yet, and the first steps say what to do. */
  isBeginning: boolean;
};

export function MailboxesPageHeader({ plan, onCreate, canCreateMany, isBeginning }: Props) {
  const t = useText();
  const { domain = '' } = useSession();
  const usage = usageText(plan, t);
  return (
    <PageHeader
      title={t('mailboxes.page.title')}
      sentence={
        isBeginning ? (
          <>
            {t('firstSteps.sentence')} {usage}
          </>
        ) : (
          <>
            <span className={usage ? 'block max-desk:hidden' : undefined}>
              {t('mailboxes.page.everyone', { domain })}{' '}
            </span>
            {usage}
          </>
        )
      }
      actions={
        (onCreate || isBeginning) && (
          <>
            {canCreateMany && (
              <ButtonLink kind="quiet" render={<Link to={PATHS.bulk} />}>
                {t('mailboxes.page.createMany')}
              </ButtonLink>
            )}
            {onCreate && (
              <Button icon={<Plus size={18} strokeWidth={1.75} aria-hidden="true" />} onClick={onCreate}>
                {t('mailboxes.page.create')}
              </Button>
            )}
          </>
        )
      }
      actionsOnPhone={isActionInHead()}
    />
  );
}

/** How many of the plan's mailboxes are in use; empty while the plan isn't known. */
function usageText(plan: CurrentPlan | undefined, t: Text): string {
  const order = plan?.mailSuiteDetails;
  if (!order) return '';
  const { isTrial, isPaid } = order.planDetails;
  const { active: used, limit } = order.noOfAccounts;
  if (limit >= DEFAULT_ACCOUNT_LIMIT) return t('mailboxes.page.usageUnlimited', { used });
  if (isTrial) return t('mailboxes.page.usageTrial', { used, limit });
  return t(isPaid ? 'mailboxes.page.usagePaid' : 'mailboxes.page.usageFree', { used, limit });
}
