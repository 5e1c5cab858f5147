import { maySeeVisits } from '@postern/domain/support-visits';
import { PagePlace } from '@postern/ui/overlays/page-place';
import { Outlet, useMatches } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { BillingLine } from '../../features/billing/panel.ts';
import { loadOutsideVisit, loadOwnerBar, loadVisitBar, useIsVisited } from '../../features/support-visits/panel.ts';
import { loadMemberHome } from '../../features/welcome/panel.ts';
import { isMailboxUser } from '../../lib/access/is-mailbox-user.ts';
import { useRole } from '../../lib/access/use-role.ts';
import { UiProviders } from '../../lib/frame/ui-providers.tsx';
import { useView } from '../../lib/frame/view.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { InFrame } from '../../lib/loading/centered-notice.tsx';
import { usePart } from '../../lib/loading/use-part.ts';
import { PATHS } from '../../lib/paths.ts';
import { hasToken, useSession } from '../../lib/session/session-store.ts';
import { useVisit } from '../../lib/session/visit.ts';
import { hiddenFrom } from '../guards.ts';
import { useLiveChanges } from '../live/use-live-changes.ts';
import { PaletteHost } from '../palette/palette-host.tsx';
import { AwaitedPart } from './awaited-part.tsx';
import { PasswordQuestion } from './password-question.tsx';
import { PlaceLine } from './place-line.tsx';
import { SideContent } from './side-content.tsx';
import { TopBar } from './top-bar.tsx';
import { useActivePlan } from './use-active-plan.ts';
import { WelcomeGate } from './welcome-gate.tsx';

/** Draws the frame around signed-in screens. A person who signs out keeps it until the page is gone. */
export function PanelFrame() {
  const [isSignedIn] = useState(hasToken);
  return <UiProviders>{isSignedIn ? <Frame /> : <Outlet />}</UiProviders>;
}

/** The sidebar or top bar, and the screen. */
function Frame() {
  const t = useText();
  const { hasSidebar, hasPlaceLine } = useView();
  const route = useMatches({ select: (matches) => matches.at(-1)?.staticData.panelRoute });
  useLiveChanges();
  const session = useSession();
  const hasPalette = hasSidebar && !isMailboxUser(session);
  return (
    <>
      {hasPalette && <PaletteHost />}
      <AwaitedPart />
      <a href="#content" className={SKIP}>
        {t('shell.skipToContent')}
      </a>
      <div className="has-data-[slot=visit-bar]:[--bars:3.5rem] max-desk:has-data-[slot=visit-bar]:**:data-[slot=top-bar]:static">
        <Bars />
        <div className={hasSidebar ? 'min-h-dvh desk:grid desk:grid-cols-[256px_minmax(0,1fr)]' : 'min-h-dvh'}>
          {hasSidebar && (
            <>
              <aside className="sticky top-(--bars,0px) h-[calc(100dvh-var(--bars,0px))] overflow-y-auto border-e border-line px-3.5 py-5 max-desk:hidden">
                <SideContent accountAs="popover" />
              </aside>
              <TopBar />
            </>
          )}
          <main
            id="content"
            tabIndex={-1}
            className="w-full max-w-304 outline-none desk:px-12 desk:pt-10 desk:pb-16 max-desk:px-4 max-desk:pt-5 max-desk:pb-24 has-data-[slot=pay-bar]:max-desk:pb-0 has-data-[slot=place]:max-w-none has-data-[slot=place]:desk:px-8 has-data-[slot=place]:desk:pt-7.5 has-data-[slot=place]:desk:pb-6 has-data-[slot=place]:max-desk:pb-6"
          >
            {hasPlaceLine && <PlaceLine route={route} />}
            <InFrame value={true}>
              <PasswordQuestion />
              <PagePlace>
                <Content />
              </PagePlace>
            </InFrame>
            {hasPlaceLine && <p className="mt-8 text-end text-tag text-3rd">{t('shell.poweredBy')}</p>}
          </main>
        </div>
      </div>
    </>
  );
}

/** The bar that shows a support visit to the supporter or the owner. */
function Bars() {
  const isVisit = useVisit() !== null;
  const isOwner = maySeeVisits(useRole());
  const isVisited = useIsVisited(isOwner && !isVisit);
  const visit = usePart(loadVisitBar, isVisit ? 'now' : 'later');
  const owner = usePart(loadOwnerBar, isVisited ? 'now' : 'later');
  if (isVisit) return visit && <visit.VisitBar />;
  return isOwner && owner && <owner.OwnerBar />;
}

/** The screen, or what is shown in place of one that is hidden from this visitor. A newcomer sees the welcome first. */
function Content() {
  const session = useSession();
  const route = useMatches({ select: (matches) => matches.at(-1)?.staticData.panelRoute });
  const hidden = hiddenFrom(route, session);
  const { plan } = useActivePlan();
  const home = usePart(loadMemberHome, hidden === 'member' ? 'now' : 'later');
  const outside = usePart(loadOutsideVisit, hidden === 'visit' ? 'now' : 'later');
  if (hidden === 'member') return home && <home.MemberHome />;
  if (hidden === 'visit') return outside && <outside.OutsideVisit />;
  if (isMailboxUser(session)) return <Outlet />;
  // A phone that has read its code, and has just signed in for it, is there for one thing.
  const isErrand = route?.path === PATHS.clientSetup;
  return (
    <WelcomeGate isDeferred={isErrand}>
      {route?.path !== PATHS.subscription && <BillingLine plan={plan} />}
      {/* What was chosen or typed for one domain is never sent for another. */}
      <Fragment key={session.bundleId}>
        <Outlet />
      </Fragment>
    </WelcomeGate>
  );
}

const SKIP =
  'fixed start-4 top-3 z-50 -translate-y-40 rounded-md bg-surface px-4 py-2.5 font-strong shadow-floating transition-transform duration-120 focus:translate-y-0';
