import { maySeeActivity } from '@postern/domain/activity';
import { shortCustomerId } from '@postern/domain/sign-in';
import { mayUseTwoFactor } from '@postern/domain/two-factor';
import { Button } from '@postern/ui/buttons/button';
import { ButtonLink, type ButtonLinkProps } from '@postern/ui/buttons/button-link';
import { Link } from '@tanstack/react-router';
import { Gift, History, LifeBuoy, LogOut, type LucideIcon, Mail, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { isMailboxUser } from '../../lib/access/is-mailbox-user.ts';
import { signOutHere } from '../../lib/access/sign-out.ts';
import { useMayRefer } from '../../lib/access/use-may-refer.ts';
import { useRole } from '../../lib/access/use-role.ts';
import { LanguageSelect } from '../../lib/frame/language-select.tsx';
import { usePartner } from '../../lib/frame/partner.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { keepLanguage } from './keep-language.ts';
import { SchemeChoice } from './scheme-choice.tsx';

/** Who is signed in, sign-in and security, colour scheme, language, sign-out. */
export function AccountControls({ onLeave }: { onLeave?: () => void }) {
  const t = useText();
  const session = useSession();
  const { loginEmail = '', adminType, bllUserId } = session;
  const { urls, emails } = usePartner();
  const role = useRole();
  const mayRefer = useMayRefer();
  const [leaving, setLeaving] = useState(false);
  function leave() {
    setLeaving(true);
    void signOutHere().finally(() => setLeaving(false));
  }
  return (
    <div className="grid gap-4">
      <p className="break-words text-small text-2nd">{t('shell.account.signedInAs', { email: loginEmail })}</p>
      {adminType === 'customer' && bllUserId && (
        <p className="-mt-2.5 text-small text-2nd">
          {t('shell.account.customerId')} <span className="num whitespace-nowrap">{shortCustomerId(bllUserId)}</span>
        </p>
      )}
      <SchemeChoice />
      <LanguageSelect onChosen={keepLanguage} />
      {/* A mailbox user finds it in the sidebar. */}
      {mayUseTwoFactor(role) && !isMailboxUser(session) && (
        <MenuLink icon={ShieldCheck} onClick={onLeave} render={<Link to={PATHS.security} />}>
          {t('shell.nav.security')}
        </MenuLink>
      )}
      {maySeeActivity(role) && (
        <MenuLink icon={History} onClick={onLeave} render={<Link to={PATHS.activity} />}>
          {t('shell.nav.activity')}
        </MenuLink>
      )}
      {mayRefer && (
        <MenuLink icon={Gift} onClick={onLeave} render={<Link to={PATHS.referral} />}>
          {t('shell.nav.referral')}
        </MenuLink>
      )}
      {urls.adminGuide && (
        <MenuLink icon={LifeBuoy} href={urls.adminGuide} target="_blank" rel="noopener noreferrer">
          {t('shell.account.help')}
        </MenuLink>
      )}
      <MenuLink icon={Mail} href={`mailto:${emails.supportEmail}`}>
        {t('shell.account.contact')}
      </MenuLink>
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

/** One of the menu's places. */
function MenuLink({ icon: Icon, ...props }: Omit<ButtonLinkProps, 'icon'> & { icon: LucideIcon }) {
  return <ButtonLink kind="quiet" size="s" wide icon={<Icon size={16} strokeWidth={1.75} />} {...props} />;
}
