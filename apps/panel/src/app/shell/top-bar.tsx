import { showNames } from '@postern/domain/addresses';
import { IconButton } from '@postern/ui/buttons/icon-button';
import { Menu as MenuIcon, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { isMailboxUser } from '../../lib/access/is-mailbox-user.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { PaletteButton } from '../palette/palette-button.tsx';
import { SideContent } from './side-content.tsx';

/** The top bar on a phone; its button opens the sidebar as a drawer. The browser's own dialog handles focus and Escape. */
export function TopBar() {
  const t = useText();
  const header = useRef<HTMLElement>(null);
  const drawer = useRef<HTMLDialogElement>(null);
  const session = useSession();
  const { domain = '' } = session;
  const close = () => drawer.current?.close();
  useEffect(() => {
    // On a wider window the bar is hidden, and an open drawer in it would block the page unseen.
    const bar = new ResizeObserver(() => header.current?.checkVisibility() === false && drawer.current?.close());
    if (header.current) bar.observe(header.current);
    return () => bar.disconnect();
  }, []);
  return (
    <header
      ref={header}
      data-slot="top-bar"
      className="sticky top-0 z-20 flex h-15 items-center gap-2.5 border-b border-line bg-surface px-4 desk:hidden"
    >
      <IconButton label={t('shell.menu.open')} onClick={() => drawer.current?.showModal()} className="-ms-2">
        <MenuIcon size={20} strokeWidth={1.75} />
      </IconButton>
      <span className="min-w-0 truncate font-[580]">{showNames(domain)}</span>
      {!isMailboxUser(session) && <PaletteButton as="icon" />}
      {/* Escape closes it by keyboard; a press outside is for pointers. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <dialog
        ref={drawer}
        aria-label={t('shell.menu.title')}
        // A press outside the drawer hits the dialog element itself; inside, it hits the content.
        onClick={(event) => event.target === event.currentTarget && close()}
        className="m-0 h-dvh max-h-none w-[min(20rem,calc(100vw-2.5rem))] max-w-none overflow-y-auto border-e border-line bg-page p-0 text-text shadow-floating backdrop:bg-scrim"
      >
        <div className="relative flex min-h-full flex-col px-3.5 pt-4 pb-5 *:last:flex-1">
          <IconButton label={t('shell.menu.close')} onClick={close} className="absolute! end-3 top-3 z-10">
            <X size={18} strokeWidth={1.75} />
          </IconButton>
          <SideContent accountAs="open" onLeave={close} />
        </div>
      </dialog>
    </header>
  );
}
