import type { MailAccount } from '@postern/contract/mailboxes';
import { showNames } from '@postern/domain/addresses';
import { foldForSearch, mayWithMailboxes, searchWords } from '@postern/domain/mailboxes';
import { Avatar } from '@postern/ui/layout/avatar';
import { CommandDialog, type CommandGroup, type CommandItem, Key } from '@postern/ui/overlays/command-dialog';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { List } from 'lucide-react';
import { useState } from 'react';
import { ACTION_ICONS, actionsFor } from '../../features/mailboxes/panel.ts';
import { knownMailboxes, mailboxChoicesQuery } from '../../features/mailboxes/queries.ts';
import { useRole } from '../../lib/access/use-role.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useDebounced } from '../../lib/lists/use-debounced.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { matchedText } from './matched-text.tsx';
import { recentMailboxes, rememberMailbox } from './recent-mailboxes.ts';
import { type FixedItem, usePageItems } from './use-page-items.tsx';

const MOST = { mailboxes: 5, actions: 3, pages: 3 };

type Props = { open: boolean; onClose: () => void };

/** The search over pages, mailboxes and actions. What the role may not do isn't listed. */
export function Palette({ open, onClose }: Props) {
  const t = useText();
  const role = useRole();
  const [typed, setTyped] = useState('');
  const [about, setAbout] = useState<MailAccount | null>(null);
  const { pages, actions } = usePageItems();
  const navigate = useNavigate();
  const { bundleId = '' } = useSession();
  const mailboxes = useFoundMailboxes(open, typed);
  const words = searchWords(typed);

  function close() {
    onClose();
    setTyped('');
    setAbout(null);
  }
  const choose = (run: () => void) => () => {
    close();
    run();
  };
  function openMailbox(mailbox: MailAccount, act?: string) {
    rememberMailbox(bundleId, mailbox);
    void navigate({ to: PATHS.mailboxes, search: { q: mailbox.email, ...(act ? { act } : {}) } });
  }
  const toItem = ({ id, icon, label, detail, run }: FixedItem): CommandItem => ({
    id,
    icon,
    label: matchedText(label, words),
    detail,
    onChoose: choose(run),
  });
  const matching = (items: readonly FixedItem[], most: number) =>
    items
      .filter(({ label }) => words.every((word) => foldForSearch(label).includes(word)))
      .slice(0, most)
      .map(toItem);
  const ofMailbox = (mailbox: MailAccount): CommandItem => {
    const name = mailbox.displayName || mailbox.email.split('@')[0] || '';
    return {
      id: mailbox.id,
      icon: <Avatar name={name} />,
      label: matchedText(name, words),
      detail: showNames(mailbox.email),
      onChoose: choose(() => openMailbox(mailbox)),
      onMore: () => {
        setAbout(mailbox);
        setTyped('');
      },
    };
  };
  const isMore = typed !== '' && mailboxes.length > MOST.mailboxes;
  const allInList: CommandItem = {
    id: 'all-in-list',
    icon: <List />,
    label: t('shell.shortcuts.search'),
    detail: typed.trim(),
    onChoose: choose(() => void navigate({ to: PATHS.mailboxes, search: { q: typed.trim() } })),
  };
  const doable = about === null ? [] : actionsFor(about, { role, canShareLogin: false }).flat();
  const groups: CommandGroup[] =
    about === null
      ? [
          {
            id: 'mailboxes',
            label: t(typed === '' ? 'shell.palette.recent' : 'shell.nav.mailboxes'),
            items: [...mailboxes.slice(0, MOST.mailboxes).map(ofMailbox), ...(isMore ? [allInList] : [])],
          },
          { id: 'actions', label: t('shell.palette.actions'), items: matching(actions, MOST.actions) },
          { id: 'pages', label: t('shell.palette.pages'), items: matching(pages, typed === '' ? 0 : MOST.pages) },
        ]
      : [
          {
            id: 'doable',
            label: t('shell.palette.actions'),
            items: doable
              .map((kind) => ({
                id: kind,
                icon: ACTION_ICONS[kind],
                label: t(`mailboxes.menu.${kind}`),
                run: () => openMailbox(about, kind),
              }))
              .filter(({ label }) => words.every((word) => foldForSearch(label).includes(word)))
              .map(toItem),
          },
        ];
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  const canCreate = about === null && typed !== '' && mayWithMailboxes(role, 'create');
  return (
    <CommandDialog
      open={open}
      onClose={close}
      closeLabel={t('app.close')}
      label={t('shell.palette.label')}
      placeholder={t('shell.palette.placeholder')}
      value={typed}
      onValueChange={setTyped}
      about={about === null ? undefined : showNames(about.email)}
      onLeaveAbout={about === null ? undefined : () => setAbout(null)}
      groups={groups.filter(({ items }) => items.length > 0)}
      empty={
        <>
          <span>{t('shell.palette.nothing')}</span>{' '}
          {canCreate && (
            <button
              type="button"
              className="font-medium text-accent-text hover:underline"
              onClick={choose(() => void navigate({ to: PATHS.mailboxes, search: { launchEmailCreation: 'true' } }))}
            >
              {t('mailboxes.page.create')}
            </button>
          )}
        </>
      }
      status={t('shell.palette.count', { count })}
      hints={<Hints hasMore={about === null && mailboxes.length > 0} />}
    />
  );
}

function Hints({ hasMore }: { hasMore: boolean }) {
  const t = useText();
  return (
    <>
      <span className="inline-flex items-center gap-1.5">
        <Key>↑</Key> <Key>↓</Key> {t('shell.palette.keyChoose')}
      </span>
      <span className="inline-flex items-center gap-1.5">
        <Key>↵</Key> {t('shell.palette.keyOpen')}
      </span>
      {hasMore && (
        <span className="inline-flex items-center gap-1.5">
          <Key>Tab</Key> {t('shell.palette.keyMore')}
        </span>
      )}
    </>
  );
}

/** The first mailboxes that the server finds; without a search those that were opened last. */
function useFoundMailboxes(open: boolean, typed: string): readonly MailAccount[] {
  const role = useRole();
  const { bundleId = '' } = useSession();
  const search = useDebounced(typed.trim());
  const isSearch = search !== '' && mayWithMailboxes(role, 'list');
  const found = useQuery({ ...mailboxChoicesQuery(bundleId, search), enabled: open && isSearch });
  if (typed.trim() !== '') return isSearch ? (found.data ?? []) : [];
  const known = knownMailboxes(bundleId).mailboxes;
  return recentMailboxes(bundleId).flatMap((id) => known.find((one) => one.id === id) ?? []);
}
