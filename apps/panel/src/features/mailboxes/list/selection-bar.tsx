import { Button } from '@postern/ui/buttons/button';
import { FootBar } from '@postern/ui/layout/foot-bar';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { KeyRound, Pause, Play, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useText } from '../../../lib/i18n/texts.ts';
import { type BulkAction, keepBulkSelection } from '../../../lib/lists/bulk-selection.ts';
import { PATHS } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import type { MailboxList } from '../use-mailbox-list.ts';
import { keepFocusInList } from './focus-selection.ts';
import { countSelected } from './selection.ts';
import type { ListSelection } from './use-selection.ts';

const ACTIONS = [
  ['resetPassword', KeyRound],
  ['suspend', Pause],
  ['unsuspend', Play],
  ['delete', Trash2],
] as const satisfies readonly (readonly [BulkAction, unknown])[];

type Props = {
  list: MailboxList;
  selection: ListSelection;
  /** The list shows what a search or a filter finds. */
  isSearch: boolean;
};

/** The number of selected mailboxes and the actions on them. The next screen shows a preview before anything happens. */
export function SelectionBar({ list, selection, isSearch }: Props) {
  const t = useText();
  const navigate = useNavigate();
  const { bundleId = '' } = useSession();
  const listedBy = useLocation({ select: ({ search }) => search as Record<string, string> });
  const { selected, selectMatching } = selection;
  const clear = () => keepFocusInList(selection.clear);
  const bar = useRef<HTMLDivElement>(null);
  useEscape(bar, clear);
  const count = countSelected(selected, list.total);
  const canSelectMore = selected.kind === 'some' && (list.total === null || selected.emails.size < list.total);
  function open(action: BulkAction) {
    const chosen =
      selected.kind === 'some'
        ? { emails: [...selected.emails] }
        : { found: selected.found, except: [...selected.except] };
    keepBulkSelection({ bundleId, action, chosen, listedBy });
    void navigate({ to: PATHS.bulk, search: { action } });
  }
  return (
    <FootBar className="sticky bottom-[max(16px,env(safe-area-inset-bottom))] z-20 mt-4">
      <div
        ref={bar}
        role="toolbar"
        aria-label={t('mailboxes.selection.bar')}
        className="flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-lg border border-line bg-surface px-4 py-3 shadow-floating"
      >
        <p role="status" className="font-medium">
          {count === null ? t('mailboxes.selection.allFound') : t('mailboxes.selection.count', { count })}
        </p>
        {canSelectMore && (
          <Button kind="link" size="s" onClick={selectMatching}>
            {list.total === null
              ? t('mailboxes.selection.everyMatch')
              : t(isSearch ? 'mailboxes.selection.allMatching' : 'mailboxes.selection.all', { count: list.total })}
          </Button>
        )}
        <Button kind="link" size="s" onClick={clear}>
          {t('mailboxes.selection.clear')}
        </Button>
        <div className="grid basis-full grid-cols-2 gap-2 desk:flex desk:flex-1 desk:basis-auto desk:flex-wrap desk:justify-end">
          {ACTIONS.map(([action, Icon]) => (
            <Button
              key={action}
              kind={action === 'delete' ? 'danger-outline' : 'quiet'}
              size="s"
              disabled={count === 0}
              icon={<Icon size={16} strokeWidth={1.75} aria-hidden="true" className="max-desk:hidden" />}
              onClick={() => open(action)}
            >
              {t(`mailboxes.menu.${action}`)}
            </Button>
          ))}
        </div>
      </div>
    </FootBar>
  );
}

/** Escape clears the selection, unless it closes something above the list. */
function useEscape(bar: { readonly current: HTMLElement | null }, clear: () => void): void {
  const latest = useRef(clear);
  useEffect(() => {
    latest.current = clear;
  });
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')) return;
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea') !== null;
      if (bar.current && !isTyping) latest.current();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [bar]);
}
