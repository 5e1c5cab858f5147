import { maySeeActivity } from '@postern/domain/activity';
import { mayInBulk, mayWithMailboxes } from '@postern/domain/mailboxes';
import { useNavigate } from '@tanstack/react-router';
import { Download, Gift, Globe, History, Plus, ShieldCheck, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { loadExport } from '../../features/mailboxes/panel.ts';
import { useMay } from '../../lib/access/use-may.ts';
import { useMayRefer } from '../../lib/access/use-may-refer.ts';
import { useRole } from '../../lib/access/use-role.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { navSectionsFor } from '../shell/nav-sections.ts';
import { useActivePlan } from '../shell/use-active-plan.ts';

export type FixedItem = { id: string; icon: ReactNode; label: string; detail?: string; run: () => void };

/** The pages and the actions of this plan and role. */
export function usePageItems(): { pages: FixedItem[]; actions: FixedItem[] } {
  const t = useText();
  const role = useRole();
  const may = useMay();
  const mayRefer = useMayRefer();
  const navigate = useNavigate();
  const { domain = '' } = useSession();
  const { state } = useActivePlan();
  const shown = navSectionsFor(state, role).flatMap((section) => section.items);
  const hasPage = (path: string) => shown.some((item) => item.path === path);
  const go =
    (to: string, search: Record<string, string> = {}) =>
    () =>
      void navigate({ to, search });
  const pages: FixedItem[] = [
    ...shown.map(({ path, label, icon: Icon }) => ({ id: path, icon: <Icon />, label: t(label), run: go(path) })),
    ...(may('readTotp')
      ? [{ id: PATHS.security, icon: <ShieldCheck />, label: t('shell.nav.security'), run: go(PATHS.security) }]
      : []),
    ...(maySeeActivity(role)
      ? [{ id: PATHS.activity, icon: <History />, label: t('shell.nav.activity'), run: go(PATHS.activity) }]
      : []),
    ...(mayRefer
      ? [{ id: PATHS.referral, icon: <Gift />, label: t('shell.nav.referral'), run: go(PATHS.referral) }]
      : []),
  ];
  async function save() {
    try {
      const { exportMailboxList } = await loadExport();
      await exportMailboxList('', {}, `${t('mailboxes.export.fileName')}-${domain}.csv`);
    } catch (error) {
      showToast(`${t('mailboxes.export.failed')} ${errorText(error as Error, t)}`, { kind: 'error' });
    }
  }
  const hasMailboxes = hasPage(PATHS.mailboxes);
  const actions: (FixedItem & { isOffered: boolean })[] = [
    {
      id: 'create',
      icon: <Plus />,
      label: t('mailboxes.page.create'),
      run: go(PATHS.mailboxes, { launchEmailCreation: 'true' }),
      isOffered: hasMailboxes && mayWithMailboxes(role, 'create'),
    },
    {
      id: 'create-many',
      icon: <Users />,
      label: t('mailboxes.page.createMany'),
      run: go(PATHS.bulk),
      isOffered: hasMailboxes && mayInBulk(role),
    },
    {
      id: 'export',
      icon: <Download />,
      label: t('shell.palette.export'),
      detail: 'CSV',
      run: () => void save(),
      isOffered: hasMailboxes && mayWithMailboxes(role, 'list') && may('exportMailboxes'),
    },
    {
      id: 'connect',
      icon: <Globe />,
      label: t('shell.palette.connect'),
      detail: domain,
      run: go(PATHS.domainSetUp),
      isOffered: hasPage(PATHS.domainSetUp),
    },
  ];
  return { pages, actions: actions.filter(({ isOffered }) => isOffered) };
}
