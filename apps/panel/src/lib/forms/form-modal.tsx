import { Button } from '@postern/ui/buttons/button';
import { ConfirmDialog } from '@postern/ui/overlays/confirm-dialog';
import { Modal, type ModalProps } from '@postern/ui/overlays/modal';
import type { ReactNode } from 'react';
import { useView } from '../frame/view.ts';
import { useText } from '../i18n/texts.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

/** What a form led to, in the form's place. */
type Outcome = Pick<ModalProps, 'title' | 'description' | 'width'> & {
  content: ReactNode;
  buttons: ReactNode;
  /** It is never seen again: a press beside the dialog doesn't close it. */
  isSeenOnce?: boolean;
};

type Props = Omit<ModalProps, 'closeLabel' | 'asPage' | 'role' | 'locked' | 'footer'> & {
  /** Names the form that the main button sends. */
  formId: string;
  /** Null if there is nothing to submit. */
  submitLabel: string | null;
  pending: boolean;
  /** Submitting it deletes something. */
  danger?: boolean;
  /** The question before closing throws away what was typed. */
  unsaved?: { title: string; text: string } | null;
  outcome?: Outcome | null | false;
  /** A question above the form, such as one about what would be saved. */
  question?: { isOpen: boolean; dialog: ReactNode };
};

/** A dialog around a form, which nothing closes while it is sent, and then around what came of it. */
export function FormModal(props: Props) {
  const { formId, submitLabel, pending, danger = false, unsaved = null, onClose, children, question, ...modal } = props;
  const outcome = props.outcome || null;
  const t = useText();
  const { modalsArePages } = useView();
  const guard = useUnsavedGuard(props.open && unsaved !== null);
  const close = () => guard.close(onClose);
  const isAsking = guard.isAsking || question?.isOpen === true;
  const questions = (
    <>
      {question?.dialog}
      {unsaved && (
        <ConfirmDialog
          open={guard.isAsking}
          onClose={guard.stay}
          onConfirm={guard.leave}
          danger
          title={unsaved.title}
          confirmLabel={t('shell.discard.confirm')}
          cancelLabel={t('shell.discard.keep')}
          closeLabel={t('shell.discard.keep')}
        >
          {unsaved.text}
        </ConfirmDialog>
      )}
    </>
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
          {...(outcome && { title: outcome.title, description: outcome.description, width: outcome.width })}
          onClose={close}
          closeLabel={t('app.close')}
          locked={pending || outcome?.isSeenOnce}
          footer={outcome?.buttons ?? buttons}
        >
          {outcome?.content ?? children}
          {!modalsArePages && questions}
        </Modal>
      </div>
      {modalsArePages && questions}
    </>
  );
}
