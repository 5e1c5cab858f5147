import { whoTakesPayment } from '@postern/domain/partners';
import { mayChangeBilling } from '@postern/domain/plans';
import { Button } from '@postern/ui/buttons/button';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { Modal } from '@postern/ui/overlays/modal';
import { Link } from '@tanstack/react-router';
import { useRole } from '../../../lib/access/use-role.ts';
import { usePartner } from '../../../lib/frame/partner.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { PATHS } from '../../../lib/paths.ts';
import { SupportModal } from './support-modal.tsx';

/**
 * Shown when the plan has expired: existing mailboxes stay, new ones need a renewal. It leads to where that is paid, or to support if the
 * reader can't pay here. Spec 2 §4, create-account gate.
 */
export function PlanExpiredModal({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText();
  const role = useRole();
  const partner = usePartner();
  const canRenew = mayChangeBilling(role) && whoTakesPayment(partner) !== 'partner';
  const title = t('mailboxes.expired.title');
  if (!canRenew)
    return (
      <SupportModal open={open} onClose={onClose} title={title} subject="mailboxes.expired.subject">
        {t('mailboxes.expired.text')}
      </SupportModal>
    );
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
          <ButtonLink render={<Link to={PATHS.subscription} />}>{t('shell.notice.open')}</ButtonLink>
        </>
      }
    >
      <p className="text-2nd">{t('mailboxes.expired.text')}</p>
    </Modal>
  );
}
