import { Button } from '@postern/ui/buttons/button';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { Modal } from '@postern/ui/overlays/modal';
import { ExternalLink } from 'lucide-react';
import { usePartner } from '../../../lib/frame/partner.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { useSession } from '../../../lib/session/session-store.ts';

type Props = { open: boolean; url: string; onClose: () => void };

/** Links to the partner's own site. Partners that sell only domains create their mailboxes there. Spec 2 §6. */
export function CreatedElsewhereModal({ open, url, onClose }: Props) {
  const t = useText();
  const { domain = '' } = useSession();
  const { companyName: company } = usePartner();
  return (
    <Modal
      open={open}
      onClose={onClose}
      width={460}
      title={t('mailboxes.elsewhere.title', { company })}
      closeLabel={t('mailboxes.support.close')}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t('mailboxes.support.close')}
          </Button>
          <ButtonLink
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            icon={<ExternalLink size={18} strokeWidth={1.75} aria-hidden="true" />}
          >
            {t('mailboxes.elsewhere.go', { company })}
          </ButtonLink>
        </>
      }
    >
      <p className="text-2nd">{t('mailboxes.elsewhere.text', { domain, company })}</p>
    </Modal>
  );
}
