import { Modal, type ModalProps } from '@postern/ui/overlays/modal';
import type { ReactNode } from 'react';
import { useText } from '../i18n/texts.ts';
import { DiscardQuestion, type DiscardTexts } from './discard-question.tsx';
import { UnsavedScope, useUnsavedScope } from './unsaved-scope.tsx';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

export type GuardedModalProps = Omit<ModalProps, 'closeLabel' | 'asPage' | 'role' | 'footer'> & {
  /** The buttons; they get what closes the dialog. */
  renderFooter?: (close: () => void) => ReactNode;
  /** The question before closing throws away what was typed, if it says more than others. */
  discard?: DiscardTexts | undefined;
  /** Another question above the dialog. */
  question?: { isOpen: boolean; dialog: ReactNode } | undefined;
};

/** A dialog that asks before closing loses what was typed in a form inside it. */
export function GuardedModal({ onClose, renderFooter, discard, question, children, ...modal }: GuardedModalProps) {
  const t = useText();
  const scope = useUnsavedScope();
  const isUnsaved = modal.open && scope.isUnsaved;
  const guard = useUnsavedGuard(isUnsaved);
  const close = () => guard.close(onClose);
  return (
    <Modal {...modal} onClose={close} closeLabel={t('app.close')} footer={renderFooter?.(close)}>
      <UnsavedScope report={scope.report}>{children}</UnsavedScope>
      {question?.dialog}
      {isUnsaved && <DiscardQuestion guard={guard} texts={discard} />}
    </Modal>
  );
}
