import { Button } from '@postern/ui/buttons/button';
import type { ModalProps } from '@postern/ui/overlays/modal';
import type { ReactNode } from 'react';
import { useText } from '../i18n/texts.ts';
import { GuardedModal, type GuardedModalProps } from './guarded-modal.tsx';

/** What a form led to, in the form's place. */
type Outcome = Pick<ModalProps, 'title' | 'description' | 'width' | 'band'> & {
  content: ReactNode;
  buttons: ReactNode;
  /** It is never seen again: a press beside the dialog doesn't close it. */
  isSeenOnce?: boolean;
};

type Props = Omit<GuardedModalProps, 'locked' | 'renderFooter'> & {
  /** Names the form that the main button sends. */
  formId: string;
  /** Null if there is nothing to submit. */
  submitLabel: string | null;
  /** What closes it without sending, where "Cancel" could be taken for the main button. */
  closeText?: string;
  pending: boolean;
  /** Submitting it deletes something. */
  danger?: boolean;
  outcome?: Outcome | null | false;
};

/** A dialog around a form, which nothing closes while it is sent, and then around what came of it. */
export function FormModal(props: Props) {
  const { formId, submitLabel, pending, danger = false, closeText, outcome, children, ...modal } = props;
  const t = useText();
  const buttons = (close: () => void) => (
    <>
      <Button kind="quiet" onClick={close} disabled={pending}>
        {closeText ?? t(submitLabel === null ? 'app.close' : 'shell.action.cancel')}
      </Button>
      {submitLabel !== null && (
        <Button type="submit" form={formId} kind={danger ? 'danger' : 'primary'} pending={pending}>
          {submitLabel}
        </Button>
      )}
    </>
  );
  return (
    <GuardedModal
      {...modal}
      {...(outcome && {
        title: outcome.title,
        description: outcome.description,
        width: outcome.width,
        band: outcome.band,
      })}
      locked={pending || (outcome ? outcome.isSeenOnce : false)}
      renderFooter={(close) => (outcome ? outcome.buttons : buttons(close))}
    >
      {outcome ? outcome.content : children}
    </GuardedModal>
  );
}
