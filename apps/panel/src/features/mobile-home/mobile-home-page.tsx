import { showNames } from '@postern/domain/addresses';
import { List, ListItem } from '@postern/ui/layout/list-item';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { usePart } from '../../lib/loading/use-part.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { currentPlanQuery } from '../subscriptions/queries.ts';
import { PlanCard } from './plan-card.tsx';

const CHANGE_CYCLE = 'change-billing-cycle';
const loadModal = () => import('./change-cycle-modal.tsx');

/** A phone's first screen: what the domain has, and where to go. Spec 2 §2, Mobile home. */
export function MobileHomePage() {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const { data: plan } = useQuery(currentPlanQuery(bundleId, domain));
  const navigate = useNavigate();
  const { [CHANGE_CYCLE]: asked } = useSearch({ strict: false }) as { [CHANGE_CYCLE]?: string };
  const isAsked = asked === 'true' && plan?.showBillingCycleSwitcher === true;
  const modal = usePart(loadModal, isAsked ? 'now' : 'soon');
  if (!plan) return null;
  const close = () => void navigate({ to: PATHS.mobileHome, search: {}, replace: true });
  return (
    <>
      <h1 className="mb-5 break-words">{showNames(domain)}</h1>
      <PlanCard plan={plan} />
      <List className="mt-5">
        {plan.mailSuiteDetails && <Place title={t('mobileHome.mailboxes')} render={<Link to={PATHS.mailboxes} />} />}
        {plan.showBillingCycleSwitcher && (
          <Place
            title={t('mobileHome.changeCycle')}
            render={<Link to={PATHS.mobileHome} search={{ [CHANGE_CYCLE]: 'true' }} />}
          />
        )}
      </List>
      {modal && isAsked && <modal.ChangeCycleModal plan={plan} onClose={close} />}
    </>
  );
}

function Place({ title, render }: { title: string; render: ReactElement }) {
  const arrow = <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" className="text-3rd rtl:-scale-x-100" />;
  return <ListItem title={title} render={render} trailing={arrow} className="min-h-13" />;
}
