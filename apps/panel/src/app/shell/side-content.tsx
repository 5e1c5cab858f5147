import { isMailboxUser } from '../../lib/access/is-mailbox-user.ts';
import { BrandLogo } from '../../lib/frame/brand-logo.tsx';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { PaletteButton } from '../palette/palette-button.tsx';
import { AccountControls } from './account-controls.tsx';
import { AccountPopover } from './account-popover.tsx';
import { DomainSwitcher } from './domain-switcher.tsx';
import { SideNav } from './side-nav.tsx';

/** The content of the sidebar, and of the drawer on a phone, where the account controls are always open. */
export function SideContent({ accountAs, onLeave }: { accountAs: 'popover' | 'open'; onLeave?: () => void }) {
  const t = useText();
  const session = useSession();
  return (
    <div className="flex min-h-full flex-col">
      <BrandLogo className="mx-2.5 mt-0.5 mb-5" />
      <DomainSwitcher as={accountAs === 'popover' ? 'menu' : 'list'} {...(onLeave ? { onLeave } : {})} />
      {accountAs === 'popover' && !isMailboxUser(session) && <PaletteButton as="row" />}
      <SideNav {...(onLeave ? { onLeave } : {})} />
      <div className="mt-auto pt-6">
        {accountAs === 'popover' ? (
          <AccountPopover />
        ) : (
          <div className="border-t border-line px-2.5 pt-5 pb-3">
            <AccountControls {...(onLeave ? { onLeave } : {})} />
          </div>
        )}
        <p className="px-2.5 pt-3 text-tag text-3rd">{t('shell.poweredBy')}</p>
      </div>
    </div>
  );
}
