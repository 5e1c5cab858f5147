import { useText } from '../../../lib/i18n/texts.ts';
import type { PlanRefusal } from './plan-refusal.ts';
import { SupportModal } from './support-modal.tsx';

type Full = Exclude<PlanRefusal, { code: 'PLAN_EXPIRED' }>;
type Props = { open: boolean; refusal: Full; onClose: () => void };

/** Shown when the plan or the trial has no mailbox left. Spec 2 §4, create-account gate. */
export function CannotAddModal({ open, refusal, onClose }: Props) {
  const t = useText();
  const { limit } = refusal.attrs;
  const isTrial = refusal.code === 'TRIAL_LIMIT_REACHED';
  return (
    <SupportModal
      open={open}
      onClose={onClose}
      title={t(isTrial ? 'mailboxes.full.trialTitle' : 'mailboxes.full.title', { limit })}
      subject={isTrial ? 'mailboxes.full.trialSubject' : 'mailboxes.full.subject'}
    >
      {t(isTrial ? 'mailboxes.full.trialText' : 'mailboxes.full.text')}
    </SupportModal>
  );
}
