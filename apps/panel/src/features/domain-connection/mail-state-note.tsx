import type { DomainConnectData } from '@postern/contract/domain-connection';
import { Banner } from '@postern/ui/feedback/banner';
import type { ReactNode } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { mailTrouble } from './mail-trouble.ts';

type Props = { data: DomainConnectData; domain: string; action?: ReactNode; className?: string };

/** Says that mail waits, or goes elsewhere, and what it waits for. Its texts are those of the mailboxes, which load on every screen. Nothing for a domain whose mail is in order. ADR 24. */
export function MailStateNote({ data, domain, action, className }: Props) {
  const t = useText();
  const trouble = mailTrouble(data);
  if (trouble === null) return null;
  // MX records that a former customer left prove nothing for the next one.
  const by = data.mxVerified ? 'ownership' : 'both';
  return (
    <Banner kind="warn" title={t(`mailboxes.mail.${trouble}.title`, { domain })} action={action} className={className}>
      {t(`mailboxes.mail.${trouble}.text`, { domain, by })}
    </Banner>
  );
}
