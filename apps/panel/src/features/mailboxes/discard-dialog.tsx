import { ConfirmDialog } from '@postern/ui/confirm-dialog';
import { useText } from '../../lib/i18n/texts.ts';

type Props = { open: boolean; onKeep: () => void; onDiscard: () => void };

/** Asks before what was typed is thrown away. */
export function DiscardDialog({ open, onKeep, onDiscard }: Props) {
  const t = useText();
  return (
    <ConfirmDialog
      open={open}
      onClose={onKeep}
      onConfirm={onDiscard}
      danger
      title={t('mailboxes.discard.title')}
      confirmLabel={t('mailboxes.discard.confirm')}
      cancelLabel={t('mailboxes.discard.keep')}
      closeLabel={t('mailboxes.discard.keep')}
    >
      {t('mailboxes.discard.text')}
    </ConfirmDialog>
  );
}
