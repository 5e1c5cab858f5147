import { ButtonLink } from '@postern/ui/buttons/button-link';
import { LostLetter } from '@postern/ui/drawings/lost-letter';
import { EmptyState } from '@postern/ui/layout/empty-state';
import { Link, useRouterState } from '@tanstack/react-router';
import { use, useState } from 'react';
import { useText } from '../lib/i18n/texts.ts';
import { InFrame } from '../lib/loading/centered-notice.tsx';
import { PATHS } from '../lib/paths.ts';
import { NothingToManage } from './nothing-to-manage.tsx';
import { decideHome } from './redirect-target.ts';
import { findRoute } from './routes.ts';
import { useActivePlan } from './shell/use-active-plan.ts';
import { useDomains } from './shell/use-domains.ts';

/** Spec 1 §2: shown for a product that is unknown or not in the plan. */
export function ProductNotFound() {
  const isSignedIn = use(InFrame);
  const arrival = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.state.__TSR_key });
  if (isSignedIn) return <ForSession key={arrival} />;
  return (
    <main className="grid min-h-dvh place-items-center">
      <NotFound />
    </main>
  );
}

/** Keeps its text until the next screen is shown, because a switch changes the domain before that. */
function ForSession() {
  const { state } = useActivePlan();
  const { current } = useDomains();
  const [found] = useState({ domain: current, hasHome: decideHome(null, state.products, findRoute) !== HERE });
  return found.hasHome ? <NotFound /> : <NothingToManage domain={found.domain} />;
}

const HERE = PATHS.productNotFound;

function NotFound() {
  const t = useText();
  return (
    <EmptyState
      level={1}
      drawing={<LostLetter />}
      title={t('app.productNotFound.title')}
      action={<ButtonLink render={<Link to={PATHS.redirectHandler} />}>{t('app.productNotFound.link')}</ButtonLink>}
    >
      {t('app.productNotFound.text')}
    </EmptyState>
  );
}
