import { showNames } from '@postern/domain/addresses';
import { Avatar } from '@postern/ui/layout/avatar';
import { ChevronsUpDown } from 'lucide-react';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { AccountControls } from './account-controls.tsx';
import { SidePopover } from './side-popover.tsx';

/** The signed-in person at the bottom of the sidebar. */
export function AccountPopover() {
  const t = useText();
  const { userName = '', loginEmail = '' } = useSession();
  const name = showNames(userName || loginEmail);
  const face = (
    <>
      <Avatar name={name} />
      <span className="min-w-0 flex-1 truncate text-start text-label font-medium">{name}</span>
      <ChevronsUpDown size={16} strokeWidth={1.75} aria-hidden="true" className="flex-none text-3rd" />
    </>
  );
  return (
    <SidePopover
      label={t('shell.account.menu')}
      face={face}
      buttonClass="flex w-full items-center gap-2.5 rounded-md px-2.5 py-2 transition-colors duration-120 hover:bg-sunken"
      placeClass="inset-[auto_auto_6.75rem_0.875rem] p-4"
    >
      {(close) => <AccountControls onLeave={close} />}
    </SidePopover>
  );
}
