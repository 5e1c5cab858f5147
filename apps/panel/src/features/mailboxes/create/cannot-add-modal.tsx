import { Button } from '@postern/ui/buttons/button';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { Modal } from '@postern/ui/overlays/modal';
import { Link } from '@tanstack/react-router';
import { useText } from '../../../lib/i18n/texts.ts';
import { PATHS } from '../../../lib/paths.ts';
import type { PlanRefusal } from './plan-refusal.ts';
import { SupportModal } from './support-modal.tsx';

type Full = Exclude<PlanRefusal, { code: 'PLAN_EXPIRED' }>;
type Props = { open: boolean; refusal: Full; onClose: () => void };

/** Shown when the plan or the trial has no mailbox left; leads to where more are bought. Spec 2 §4, create-account gate. */
export function CannotAddModal({ open, refusal, onClose }: Props) {
  const t = useText();
  const { limit } = refusal.attrs;
  if (refusal.code === 'TRIAL_LIMIT_REACHED')
    return (
      <SupportModal
        open={open}
        onClose={onClose}
        title={t('mailboxes.full.trialTitle', { limit })}
        subject="mailboxes.full.trialSubject"
      >
        {t('mailboxes.full.trialText')}
      </SupportModal>
    );
  return (
    <Modal
      open={open}
      onClose={onClose}
      width={460}
      title={t('mailboxes.full.title', { limit })}
      closeLabel={t('mailboxes.support.close')}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t('mailboxes.support.close')}
          </Button>
          <ButtonLink render={<Link to={PATHS.buyMailboxes} />}>{t('mailboxes.full.buy')}</ButtonLink>
        </>
      }
    >
      <p className="text-2nd">{t('mailboxes.full.text')}</p>
    </Modal>
  );
}
