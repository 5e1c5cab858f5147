import type { MailAccount } from '@postern/contract/mailboxes';
import { Tag } from '@postern/ui/layout/tag';
import { useText } from '../../lib/i18n/texts.ts';
import { type Setting, SettingsCard } from './settings-card.tsx';
import { type MailServers, SetupScreen } from './setup-screen.tsx';

/** The settings that an email app asks for in a manual set-up. Spec 2 §2, /configure-desktop. */
export function MailAppSettingsPage() {
  const t = useText();
  return (
    <SetupScreen title={t('clientSetup.settings.title')} sentence={t('clientSetup.settings.sentence')}>
      {(mailbox, servers) => <Settings mailbox={mailbox} servers={servers} />}
    </SetupScreen>
  );
}

function Settings({ mailbox, servers }: { mailbox: MailAccount; servers: MailServers }) {
  const t = useText();
  const { email, aliases } = mailbox;
  const of = ({ host, port }: MailServers['imap']): Setting[] => [
    { name: t('clientSetup.settings.server'), value: host },
    { name: t('clientSetup.settings.port'), value: String(port) },
    { name: t('clientSetup.settings.security'), value: t('clientSetup.settings.securityText'), isSaid: true },
  ];
  return (
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
  );
}
