import { useText } from '../../../lib/i18n/texts.ts';
import { SupportModal } from './support-modal.tsx';

/** Shown when the plan has expired: existing mailboxes stay, new ones need a renewal. Spec 2 §4, create-account gate. */
export function PlanExpiredModal({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText();
  return (
    <SupportModal
      open={open}
      onClose={onClose}
      title={t('mailboxes.expired.title')}
      subject="mailboxes.expired.subject"
    >
      {t('mailboxes.expired.text')}
    </SupportModal>
  );
}
