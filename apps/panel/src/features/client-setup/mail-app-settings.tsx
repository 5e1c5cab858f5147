import { Tag } from '@postern/ui/layout/tag';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { type Setting, SettingsCard } from './settings-card.tsx';
import type { MailServers } from './setup-screen.tsx';
import type { SetUpMailbox } from './use-chosen-mailbox.ts';

/** Where the links of the ways lead. */
export const SETTINGS_ID = 'mail-app-settings';

/** The settings that an email app asks for in a manual set-up. Spec 2 §2, /configure-desktop. */
export function MailAppSettings({ mailbox, servers }: { mailbox: SetUpMailbox; servers: MailServers }) {
  const t = useText();
  const section = useRef<HTMLElement>(null);
  // A person who opens the address of the settings wants to see them.
  const isWanted = useLocation({ select: ({ pathname }) => /^\/configure[-_]desktop/.test(pathname) });
  useEffect(() => {
    if (isWanted) section.current?.scrollIntoView();
  }, [isWanted]);
  const { email, aliases } = mailbox;
  const of = ({ host, port }: MailServers['imap']): Setting[] => [
    { name: t('clientSetup.settings.server'), value: host },
    { name: t('clientSetup.settings.port'), value: String(port) },
    { name: t('clientSetup.settings.security'), value: t('clientSetup.settings.securityText'), isSaid: true },
  ];
  return (
    <section ref={section} id={SETTINGS_ID} aria-labelledby={`${SETTINGS_ID}-title`} className="mt-10 scroll-my-20">
      <h2 id={`${SETTINGS_ID}-title`}>{t('clientSetup.settings.title')}</h2>
      <p className="prose-width mt-1.5 mb-6 text-pretty text-2nd">{t('clientSetup.settings.sentence')}</p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <SettingsCard
          title={t('clientSetup.settings.account')}
          settings={[
            { name: t('clientSetup.settings.email'), value: email },
            { name: t('clientSetup.settings.userName'), value: email },
            { name: t('clientSetup.settings.password'), value: t('clientSetup.settings.passwordText'), isSaid: true },
          ]}
        />
        <SettingsCard
          title={t('clientSetup.settings.incoming')}
          tag={<Tag>{t('clientSetup.settings.recommended')}</Tag>}
          text={t('clientSetup.settings.incomingText')}
          settings={of(servers.imap)}
        />
        <SettingsCard
          title={t('clientSetup.settings.outgoing')}
          text={t('clientSetup.settings.outgoingText')}
          settings={of(servers.smtp)}
        />
        <SettingsCard
          title={t('clientSetup.settings.pop')}
          text={t('clientSetup.settings.popText')}
          settings={of(servers.pop)}
        />
        {aliases.length > 0 && (
          <SettingsCard
            title={t('clientSetup.settings.aliases')}
            text={t('clientSetup.settings.aliasesText')}
            settings={aliases.map((alias) => ({ name: t('clientSetup.settings.email'), value: alias }))}
          />
        )}
      </div>
    </section>
  );
}
