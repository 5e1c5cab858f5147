import { ConfirmDialog, type ConfirmDialogProps } from '@postern/ui/overlays/confirm-dialog';
import { useText } from '../i18n/texts.ts';

type Props = Pick<ConfirmDialogProps, 'open' | 'onClose' | 'onConfirm' | 'pending' | 'title' | 'error' | 'children'> & {
  /** What the destructive button does. */
  confirm: string;
};

/** The question before something is gone, with the panel's words for the ways out. */
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
