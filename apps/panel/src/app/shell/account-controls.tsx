import { Button } from '@postern/ui/button';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { LanguageSelect } from '../../lib/language-select.tsx';
import { useSession } from '../../lib/session-store.ts';
import { signOutHere } from '../../lib/sign-out.ts';
import { SchemeChoice } from './scheme-choice.tsx';

/** Who is signed in, how the panel looks and speaks, and the way out. */
export function AccountControls() {
  const t = useText();
  const { loginEmail = '' } = useSession();
  const [leaving, setLeaving] = useState(false);
  function leave() {
    setLeaving(true);
    void signOutHere().finally(() => setLeaving(false));
  }
  return (
    <div className="grid gap-4">
      <p className="break-words text-small text-2nd">{t('shell.account.signedInAs', { email: loginEmail })}</p>
      <SchemeChoice />
      <LanguageSelect />
      <Button
        kind="quiet"
        size="s"
        wide
        icon={<LogOut size={16} strokeWidth={1.75} />}
        pending={leaving}
        onClick={leave}
      >
        {leaving ? t('shell.account.signingOut') : t('shell.account.signOut')}
      </Button>
    </div>
  );
}
