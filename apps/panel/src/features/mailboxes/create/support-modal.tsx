import { Button } from '@postern/ui/buttons/button';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { Modal } from '@postern/ui/overlays/modal';
import { Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePartner } from '../../../lib/frame/partner.ts';
import type { MessageKey } from '../../../lib/i18n/message-key.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { useSession } from '../../../lib/session/session-store.ts';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Key of the message's subject, which may name the domain. */
  subject: MessageKey;
  children: ReactNode;
};

/** Says that only the partner can change something, and opens a message to them. */
export function SupportModal({ open, onClose, title, subject, children }: Props) {
  const t = useText();
  const { domain = '' } = useSession();
  const { companyName, emails } = usePartner();
  const message = `mailto:${emails.supportEmail}?subject=${encodeURIComponent(t(subject, { domain }))}`;
  return (
    <Modal
      open={open}
      onClose={onClose}
      width={460}
      title={title}
      closeLabel={t('mailboxes.support.close')}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t('mailboxes.support.close')}
          </Button>
          <ButtonLink href={message} icon={<Mail size={18} strokeWidth={1.75} aria-hidden="true" />}>
            {t('mailboxes.support.write')}
          </ButtonLink>
        </>
      }
    >
      <p className="text-2nd">{children}</p>
      <p className="mt-3 text-2nd">
        {t('mailboxes.support.who', { company: companyName, email: emails.supportEmail })}
      </p>
    </Modal>
  );
}
