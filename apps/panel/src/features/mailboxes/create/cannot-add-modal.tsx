import { Button } from '@postern/ui/buttons/button';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { Modal } from '@postern/ui/overlays/modal';
import { Link } from '@tanstack/react-router';
import { useText } from '../../../lib/i18n/texts.ts';
import { PATHS } from '../../../lib/paths.ts';
import type { PlanRefusal } from './plan-refusal.ts';

type Full = Exclude<PlanRefusal, { code: 'PLAN_EXPIRED' }>;
type Props = { open: boolean; refusal: Full; onClose: () => void };

/** Shown when the plan or the trial has no mailbox left; leads to where more are bought. Spec 2 §4, create-account gate. */
export function CannotAddModal({ open, refusal, onClose }: Props) {
  const t = useText();
  const { limit } = refusal.attrs;
  const isTrial = refusal.code === 'TRIAL_LIMIT_REACHED';
  return (
    <Modal
      open={open}
      onClose={onClose}
      width={460}
      title={t(isTrial ? 'mailboxes.full.trialTitle' : 'mailboxes.full.title', { limit })}
      closeLabel={t('mailboxes.support.close')}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t('mailboxes.support.close')}
          </Button>
          <ButtonLink render={<Link to={isTrial ? PATHS.billing : PATHS.buyMailboxes} />}>
            {t(isTrial ? 'mailboxes.full.choosePlan' : 'mailboxes.full.buy')}
          </ButtonLink>
        </>
      }
    >
      <p className="text-2nd">{t(isTrial ? 'mailboxes.full.trialText' : 'mailboxes.full.text')}</p>
    </Modal>
  );
}
