import { ButtonLink } from '@postern/ui/buttons/button-link';
import { Card } from '@postern/ui/layout/card';
import { Apple, AppWindow, Download, Globe, Mails, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePartner } from '../../lib/frame/partner.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { MailAppSettings, SETTINGS_ID } from './mail-app-settings.tsx';
import { PhoneCode } from './phone-code.tsx';
import { SetupScreen } from './setup-screen.tsx';

const ICON = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The ways to read mail, each with what to do. Spec 2 §2, /device-download. */
export function ClientSetupPage() {
  const t = useText();
  const { domain = '' } = useSession();
  return (
    <SetupScreen title={t('clientSetup.page.title')} sentence={t('clientSetup.page.sentence', { domain })}>
      {(mailbox, servers) => (
        <>
          <PhoneCode email={mailbox.email} />
          <Ways email={mailbox.email} />
          <MailAppSettings mailbox={mailbox} servers={servers} />
        </>
      )}
    </SetupScreen>
  );
}

function Ways({ email }: { email: string }) {
  const t = useText();
  const { urls, companyName } = usePartner();
  const settings = (
    <ButtonLink kind="quiet" size="s" href={`#${SETTINGS_ID}`}>
      {t('clientSetup.settings.go')}
    </ButtonLink>
  );
  // Only the apps that the partner has.
  const stores = [
    { href: urls.iosApp, label: t('clientSetup.own.ios') },
    { href: urls.androidApp, label: t('clientSetup.own.android') },
    { href: urls.desktopApp, label: t('clientSetup.own.desktop') },
  ].filter((store): store is { href: string; label: string } => store.href !== null);
  return (
    <Card>
      <ul aria-label={t('clientSetup.apps.label')} className="divide-y divide-line">
        {stores.length > 0 && (
          <Way
            icon={<AppWindow {...ICON} />}
            title={t('clientSetup.own.title', { company: companyName })}
            text={t('clientSetup.own.text', { email })}
          >
            {stores.map(({ href, label }) => (
              <Away key={href} href={href}>
                {label}
              </Away>
            ))}
          </Way>
        )}
        <Way icon={<Apple {...ICON} />} title={t('clientSetup.apple.title')} text={t('clientSetup.apple.text')}>
          <ButtonLink
            kind="quiet"
            size="s"
            href={`/mail/apple.mobileconfig?${new URLSearchParams({ emailaddress: email }).toString()}`}
            download
            icon={<Download size={16} strokeWidth={1.75} aria-hidden="true" />}
          >
            {t('clientSetup.apple.download')}
          </ButtonLink>
        </Way>
        <Way
          icon={<Mails {...ICON} />}
          title={t('clientSetup.desktop.title')}
          text={t('clientSetup.desktop.text', { email })}
        >
          {settings}
        </Way>
        <Way
          icon={<Smartphone {...ICON} />}
          title={t('clientSetup.android.title')}
          text={t('clientSetup.android.text')}
        >
          {settings}
        </Way>
        {urls.webmail && (
          <Way
            icon={<Globe {...ICON} />}
            title={t('clientSetup.webmail.title')}
            text={t('clientSetup.webmail.text', { email })}
          >
            <Away href={urls.webmail}>{t('shell.action.webmail')}</Away>
          </Way>
        )}
      </ul>
    </Card>
  );
}

function Way({ icon, title, text, children }: { icon: ReactNode; title: string; text: string; children: ReactNode }) {
  return (
    <li className="flex gap-4 px-4 py-5 phone:px-5">
      <span className="mt-0.5 flex-none text-accent-text">{icon}</span>
      <div className="min-w-0 flex-1">
        <h2 className="text-body font-strong">{title}</h2>
        <p className="prose-width mt-1 text-label wrap-anywhere text-2nd">{text}</p>
        <div className="mt-3 flex flex-wrap gap-2.5">{children}</div>
      </div>
    </li>
  );
}

function Away({ href, children }: { href: string; children: string }) {
  return (
    <ButtonLink kind="quiet" size="s" href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </ButtonLink>
  );
}
