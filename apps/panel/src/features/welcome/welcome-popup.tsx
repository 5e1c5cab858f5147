import type { CurrentPlan } from '@postern/contract/subscriptions';
import { Button } from '@postern/ui/buttons/button';
import { DoorScene } from '@postern/ui/drawings/door-scene';
import { Modal } from '@postern/ui/overlays/modal';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { reportEvent } from '../../lib/events/analytics.ts';
import { usePartner } from '../../lib/frame/partner.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { domainConnectionQuery } from '../domain-connection/queries.ts';
import type { WelcomeKind } from './welcome-due.ts';
import { firstAction, welcomeTarget } from './welcome-target.ts';

type Props = { popup: WelcomeKind; plan: CurrentPlan | undefined; onClose: () => void };

/** Welcomes a newcomer once, with the first thing to do. Spec 1 §2, welcome popups. */
export function WelcomePopup({ popup, plan, onClose }: Props) {
  useEffect(() => reportEvent('welcome_shown', { popup }), [popup]);
  return popup === 'domain-admin' ? (
    <AdminWelcome mailboxes={plan?.mailSuiteDetails?.noOfAccounts.active ?? 0} onClose={onClose} />
  ) : (
    <NewBrandWelcome onClose={onClose} />
  );
}

function AdminWelcome({ mailboxes, onClose }: { mailboxes: number; onClose: () => void }) {
  const t = useText();
  const { domain = '' } = useSession();
  const navigate = useNavigate();
  const isThere = useLocation({ select: ({ pathname }) => pathname === PATHS.mailboxes });
  const action = firstAction(mailboxes);
  function go() {
    if (action === 'create') void navigate({ to: PATHS.mailboxes, search: { launchEmailCreation: 'true' } });
    // If that screen is already open, its search is kept.
    else if (!isThere) void navigate({ to: PATHS.mailboxes });
  }
  return (
    <Popup
      title={t('welcome.admin.title', { domain })}
      label={t(action === 'create' ? 'welcome.admin.create' : 'welcome.admin.open')}
      onGo={go}
      onClose={onClose}
    >
      <p>{t('welcome.admin.what')}</p>
      <p>{t('welcome.admin.mail')}</p>
    </Popup>
  );
}

function NewBrandWelcome({ onClose }: { onClose: () => void }) {
  const t = useText();
  const { productName } = usePartner();
  const { bundleId = '' } = useSession();
  const { data } = useQuery(domainConnectionQuery(bundleId));
  const navigate = useNavigate();
  return (
    <Popup
      title={t('welcome.brand.title', { product: productName })}
      label={t('welcome.brand.continue')}
      onGo={() => void navigate({ to: welcomeTarget(data ? data.mxVerified : null) })}
      onClose={onClose}
    >
      <p>{t('welcome.brand.text')}</p>
    </Popup>
  );
}

type PopupProps = { title: string; label: string; onGo: () => void; onClose: () => void; children: ReactNode };

/** Navigates only after the popup has closed, so that what opens next gets the focus. */
function Popup({ title, label, onGo, onClose, children }: PopupProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(true);
  const [isAccepted, setAccepted] = useState(false);
  function accept() {
    setAccepted(true);
    setOpen(false);
  }
  function closed() {
    onClose();
    if (isAccepted) onGo();
  }
  return (
    <Modal
      open={isOpen}
      onClose={() => setOpen(false)}
      onClosed={closed}
      title={title}
      image={<DoorScene className="-ms-2.5 block w-27" />}
      closeLabel={t('app.close')}
      width={470}
      footer={<Button onClick={accept}>{label}</Button>}
    >
      <div className="grid gap-3 text-pretty text-2nd">{children}</div>
    </Modal>
  );
}
