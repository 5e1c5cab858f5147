import { whoTakesPayment } from '@postern/domain/partners';
import { mayChangeBilling } from '@postern/domain/plans';
import { Button } from '@postern/ui/buttons/button';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { Modal } from '@postern/ui/overlays/modal';
import { Link } from '@tanstack/react-router';
import { Mail } from 'lucide-react';
import { useRole } from '../../../lib/access/use-role.ts';
import { usePartner } from '../../../lib/frame/partner.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { PATHS } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session/session-store.ts';

/**
 * Shown when the plan has expired: existing mailboxes stay, new ones need a renewal. It leads to where that is paid, or to a message to support
 * if the reader can't pay here. Spec 2 §4, create-account gate.
 */
export function PlanExpiredModal({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText();
  const { domain = '' } = useSession();
  const partner = usePartner();
  const role = useRole();
  const canRenew = mayChangeBilling(role) && whoTakesPayment(partner) !== 'partner';
  const { supportEmail } = partner.emails;
  const message = `mailto:${supportEmail}?subject=${encodeURIComponent(t('mailboxes.expired.subject', { domain }))}`;
  return (
    <Modal
      open={open}
      onClose={onClose}
      width={460}
      title={t('mailboxes.expired.title')}
      closeLabel={t('mailboxes.support.close')}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t('mailboxes.support.close')}
          </Button>
          {canRenew ? (
            <ButtonLink render={<Link to={PATHS.subscription} />}>{t('shell.notice.open')}</ButtonLink>
          ) : (
            <ButtonLink href={message} icon={<Mail size={18} strokeWidth={1.75} aria-hidden="true" />}>
              {t('mailboxes.support.write')}
            </ButtonLink>
          )}
        </>
      }
    >
      <p className="text-2nd">{t('mailboxes.expired.text')}</p>
      {!canRenew && (
        <p className="mt-3 text-2nd">
          {t('mailboxes.support.who', { company: partner.companyName, email: supportEmail })}
        </p>
      )}
    </Modal>
  );
}
