import type { ImportTask } from '@postern/contract/mail-import';
import { showNames } from '@postern/domain/addresses';
import { DangerQuestion } from '../../lib/forms/danger-question.tsx';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { AskOwnerModal } from './ask-owner-modal.tsx';
import { ownerOf } from './import-facts.ts';
import { SignInModal } from './sign-in/sign-in-modal.tsx';
import { useOffer } from './sign-in/use-offer.ts';
import { PasswordModal } from './password-modal.tsx';
import { cancelImportMutation, deleteImportMutation } from './queries.ts';

/** Which one is open, about which import. */
export type ImportDialog = { kind: 'cancel' | 'delete' | 'password' | 'ask'; taskId: string };

type Props = { task: ImportTask; onClose: () => void };

/** The dialogs about one import, of which one is open at most. */
export function ImportDialogs({
  dialog,
  task,
  onClose,
  onDeleted,
}: Props & { dialog: ImportDialog | null; onDeleted: (() => void) | undefined }) {
  const offer = useOffer(task);
  return (
    <>
      <CancelQuestion open={dialog?.kind === 'cancel'} task={task} onClose={onClose} />
      <DeleteQuestion open={dialog?.kind === 'delete'} task={task} onClose={onClose} onDeleted={onDeleted} />
      {offer === null ? (
        <PasswordModal key={task.taskId} open={dialog?.kind === 'password'} task={task} onClose={onClose} />
      ) : (
        <SignInModal key={task.taskId} open={dialog?.kind === 'password'} task={task} offer={offer} onClose={onClose} />
      )}
      <AskOwnerModal key={`ask ${task.taskId}`} open={dialog?.kind === 'ask'} task={task} onClose={onClose} />
    </>
  );
}

function CancelQuestion({ open, task, onClose }: Props & { open: boolean }) {
  const t = useText();
  const { bundleId = '' } = useSession();
  const { run, pending, error } = useSingleCall(cancelImportMutation(bundleId), () => {
    showToast(t('mailImport.cancel.done'), { kind: 'success' });
    onClose();
  });
  return (
    <DangerQuestion
      open={open}
      onClose={onClose}
      onConfirm={() => run(task.taskId)}
      pending={pending}
      title={t('mailImport.cancel.title', { name: ownerOf(task) })}
      confirm={t('mailImport.cancel.confirm')}
      error={error && t('mailImport.cancel.failed', { reason: errorText(error, t) })}
    >
      {t(task.signInWith ? 'mailImport.signIn.cancelText' : 'mailImport.cancel.text', { count: task.messages.done })}
    </DangerQuestion>
  );
}

function DeleteQuestion({
  open,
  task,
  onClose,
  onDeleted,
}: Props & { open: boolean; onDeleted?: (() => void) | undefined }) {
  const t = useText();
  const { bundleId = '' } = useSession();
  const { run, pending, error } = useSingleCall(deleteImportMutation(bundleId), () => {
    showToast(t('mailImport.delete.done'), { kind: 'success' });
    onClose();
    onDeleted?.();
  });
  return (
    <DangerQuestion
      open={open}
      onClose={onClose}
      onConfirm={() => run(task.taskId)}
      pending={pending}
      title={t('mailImport.delete.title', { name: ownerOf(task) })}
      confirm={t('mailImport.delete.confirm')}
      error={error && t('mailImport.delete.failed', { reason: errorText(error, t) })}
    >
      {t('mailImport.delete.text', { email: showNames(task.destinationEmail) })}
    </DangerQuestion>
  );
}
