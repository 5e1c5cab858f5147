import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button } from '../buttons/button.tsx';
import { Banner } from '../feedback/banner.tsx';
import { useUiSettings } from '../ui-provider.tsx';
import { Modal } from './modal.tsx';

export interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  /** The whole question, naming the thing: 'Delete anna@…?' */
  title: ReactNode;
  /** What happens, what is lost. */
  children?: ReactNode;
  confirmLabel: ReactNode;
  cancelLabel: ReactNode;
  closeLabel: string;
  danger?: boolean | undefined;
  /** The icon of the destructive button; a warning sign if left out. */
  icon?: ReactNode;
  pending?: boolean | undefined;
  confirmDisabled?: boolean | undefined;
  /** What went wrong with the last attempt. */
  error?: ReactNode;
  /** The provider's setting if left out. */
  accentNearDanger?: boolean | undefined;
  width?: number | undefined;
  asPage?: boolean | undefined;
  onClosed?: (() => void) | undefined;
}

/** Asks before something is done. If that can't be undone, the focus starts on the cancel button. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { danger = false, pending = false, error } = props;
  const settings = useUiSettings();
  const outlined = danger && (props.accentNearDanger ?? settings.accentNearDanger);
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Modal
      open={props.open}
      onClose={props.onClose}
      onClosed={props.onClosed}
      title={props.title}
      closeLabel={props.closeLabel}
      width={props.width ?? 460}
      locked={pending}
      role="alertdialog"
      asPage={props.asPage}
      initialFocus={danger ? cancel : undefined}
      footer={
        <>
          <Button ref={cancel} kind="quiet" onClick={props.onClose} disabled={pending}>
            {props.cancelLabel}
          </Button>
          <Button
            kind={outlined ? 'danger-outline' : danger ? 'danger' : 'primary'}
            icon={
              props.icon ?? (outlined ? <TriangleAlert size={18} strokeWidth={1.75} aria-hidden="true" /> : undefined)
            }
            pending={pending}
            disabled={props.confirmDisabled}
            onClick={props.onConfirm}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      {props.children && <div className="text-2nd">{props.children}</div>}
      {error && (
        <Banner kind="bad" live className="mt-4">
          {error}
        </Banner>
      )}
    </Modal>
  );
}
