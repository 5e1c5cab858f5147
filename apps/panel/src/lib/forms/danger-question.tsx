import { ConfirmDialog, type ConfirmDialogProps } from '@postern/ui/overlays/confirm-dialog';
import { useText } from '../i18n/texts.ts';

type Props = Pick<ConfirmDialogProps, 'open' | 'onClose' | 'onConfirm' | 'pending' | 'title' | 'error' | 'children'> & {
  /** The label of the destructive button. */
  confirm: string;
};

/** Asks before something is deleted, with the panel's texts for cancelling. */
export function DangerQuestion({ title, confirm, ...rest }: Props) {
  const t = useText();
  return (
    <ConfirmDialog
      {...rest}
      danger
      title={<span className="wrap-anywhere">{title}</span>}
      confirmLabel={confirm}
      cancelLabel={t('shell.action.cancel')}
      closeLabel={t('app.close')}
    />
  );
}
