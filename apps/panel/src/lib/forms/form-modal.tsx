import { Button } from '@postern/ui/buttons/button';
import { ConfirmDialog } from '@postern/ui/overlays/confirm-dialog';
import { Modal, type ModalProps } from '@postern/ui/overlays/modal';
import { useState } from 'react';
import { useText } from '../i18n/texts.ts';
import { useView } from '../frame/view.ts';

type Props = Omit<ModalProps, 'closeLabel' | 'asPage' | 'role'> & {
  /** Id of the form that the main button submits. */
  formId: string;
  /** Null if there is nothing to submit. */
  submitLabel: string | null;
  pending: boolean;
  /** Submitting it deletes something. */
  danger?: boolean;
  /** The question before closing throws away what was typed. */
  unsaved?: { title: string; text: string } | null;
};

/**
 * A dialog around a form, which nothing closes while it is sent. `footer` takes the place of the two buttons, once there is nothing to
 * send.
 */
export function FormModal(props: Props) {
  const { formId, submitLabel, pending, danger = false, unsaved = null, onClose, children, ...modal } = props;
  const t = useText();
  const { modalsArePages } = useView();
  const [isAsking, setAsking] = useState(false);
  const close = () => (unsaved ? setAsking(true) : onClose());
  const question = unsaved && (
    <ConfirmDialog
      open={props.open && isAsking}
      onClose={() => setAsking(false)}
      onConfirm={() => {
        setAsking(false);
        onClose();
      }}
      danger
      title={unsaved.title}
      confirmLabel={t('shell.discard.confirm')}
      cancelLabel={t('shell.discard.keep')}
      closeLabel={t('shell.discard.keep')}
    >
      {unsaved.text}
    </ConfirmDialog>
  );
  const buttons = (
    <>
      <Button kind="quiet" onClick={close} disabled={pending}>
        {t(submitLabel === null ? 'app.close' : 'shell.action.cancel')}
      </Button>
      {submitLabel !== null && (
        <Button type="submit" form={formId} kind={danger ? 'danger' : 'primary'} pending={pending}>
          {submitLabel}
        </Button>
      )}
    </>
  );
  return (
    <>
      <div className={modalsArePages && isAsking ? 'hidden' : 'contents'}>
        <Modal
          {...modal}
          onClose={close}
          closeLabel={t('app.close')}
          locked={pending || modal.locked}
          footer={modal.footer ?? buttons}
        >
          {children}
          {!modalsArePages && question}
        </Modal>
      </div>
      {modalsArePages && question}
    </>
  );
}
