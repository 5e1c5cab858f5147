import type { MailAccount } from '@postern/contract/mailboxes';
import { Tag } from '@postern/ui/layout/tag';
import { useText } from '../../lib/i18n/texts.ts';
import { type Setting, SettingsCard } from './settings-card.tsx';
import { type MailServers, SetupScreen } from './setup-screen.tsx';

/** What an email app asks for when it is set up by hand. Spec 2 §2, /configure-desktop. */
export function MailAppSettingsPage() {
  const t = useText();
  return (
    <SetupScreen title={t('devices.settings.title')} sentence={t('devices.settings.sentence')}>
      {(mailbox, servers) => <Settings mailbox={mailbox} servers={servers} />}
    </SetupScreen>
  );
}

function Settings({ mailbox, servers }: { mailbox: MailAccount; servers: MailServers }) {
  const t = useText();
  const { email, aliases } = mailbox;
  const of = ({ host, port }: MailServers['imap']): Setting[] => [
    { name: t('devices.settings.server'), value: host },
    { name: t('devices.settings.port'), value: String(port) },
    { name: t('devices.settings.security'), value: t('devices.settings.securityText'), isSaid: true },
  ];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <SettingsCard
        title={t('devices.settings.account')}
        settings={[
          { name: t('devices.settings.email'), value: email },
          { name: t('devices.settings.userName'), value: email },
          { name: t('devices.settings.password'), value: t('devices.settings.passwordText'), isSaid: true },
        ]}
      />
      <SettingsCard
        title={t('devices.settings.incoming')}
        tag={<Tag>{t('devices.settings.recommended')}</Tag>}
        text={t('devices.settings.incomingText')}
        settings={of(servers.imap)}
      />
      <SettingsCard
        title={t('devices.settings.outgoing')}
        text={t('devices.settings.outgoingText')}
        settings={of(servers.smtp)}
      />
      <SettingsCard title={t('devices.settings.pop')} text={t('devices.settings.popText')} settings={of(servers.pop)} />
      {aliases.length > 0 && (
        <SettingsCard
          title={t('devices.settings.aliases')}
          text={t('devices.settings.aliasesText')}
          settings={aliases.map((alias) => ({ name: t('devices.settings.email'), value: alias }))}
        />
      )}
    </div>
  );
}
