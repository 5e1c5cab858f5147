import { type StaffMember, signOutStaff } from '@postern/contract/staff';
import { Button } from '@postern/ui/buttons/button';
import { Avatar } from '@postern/ui/layout/avatar';
import { LogOut } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { BrandLogo } from '../../lib/frame/brand-logo.tsx';
import { LanguageSelect } from '../../lib/frame/language-select.tsx';
import { call } from '../../lib/http/api-client.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { clearStaffToken } from '../../lib/session/staff-session.ts';
import { showToast } from '../../lib/toasts.ts';

/** The page of a signed-in member of staff. It shows no customer's data. */
export function StaffFrame({ staff, children }: { staff: StaffMember; children: ReactNode }) {
  const t = useText();
  const [leaving, setLeaving] = useState(false);
  async function leave() {
    setLeaving(true);
    try {
      await call(signOutStaff, {});
      clearStaffToken();
    } catch (error) {
      showToast(errorText(error as Error, t), { kind: 'error' });
      setLeaving(false);
    }
  }
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-220 flex-col px-4 phone:px-8">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-4">
        <BrandLogo />
        <div className="ms-auto flex min-w-0 items-center gap-3">
          <Avatar name={staff.name} />
          <div className="min-w-0 text-small max-phone:sr-only">
            <div className="truncate font-medium">{staff.name}</div>
            <div className="truncate text-2nd">{t(`staff.role.${staff.role}`, { company: staff.company })}</div>
          </div>
          <Button
            kind="quiet"
            size="s"
            pending={leaving}
            icon={<LogOut size={16} strokeWidth={1.75} aria-hidden="true" className="max-phone:hidden" />}
            onClick={() => void leave()}
          >
            {t('shell.account.signOut')}
          </Button>
        </div>
      </header>
      <main className="w-full flex-1 py-8 desk:py-10">{children}</main>
      <footer className="flex justify-end py-5">
        <LanguageSelect />
      </footer>
    </div>
  );
}
