import type { ImportTask } from '@postern/contract/mail-import';
import { useId, useRef } from 'react';
import { FormModal } from '../../lib/forms/form-modal.tsx';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { needsPassword } from './import-facts.ts';
import { PasswordForm } from './password-form.tsx';
import { retryImportMutation } from './queries.ts';

type Props = { open: boolean; task: ImportTask; onClose: () => void };

/** Asks for the password at the old provider, to continue or to try again. */
export function PasswordModal({ open, task, onClose }: Props) {
  const t = useText();
  const formId = useId();
  const { bundleId = '' } = useSession();
  const firstField = useRef<HTMLInputElement>(null);
  const { run, pending, error } = useSingleCall(retryImportMutation(bundleId), () => {
    showToast(t('mailImport.password.done'), { kind: 'success' });
    onClose();
  });
  const isWaiting = needsPassword(task);
  return (
    <FormModal
      open={open}
      onClose={onClose}
      width={480}
      title={t(isWaiting ? 'mailImport.password.title' : 'mailImport.password.retryTitle')}
      description={t(isWaiting ? 'mailImport.password.text' : 'mailImport.password.retryText')}
      formId={formId}
      initialFocus={firstField}
      submitLabel={t(isWaiting ? 'mailImport.action.goOn' : 'mailImport.action.retry')}
      pending={pending}
    >
      <PasswordForm
        id={formId}
        task={task}
        pending={pending}
        failure={error}
        firstField={firstField}
        onSubmit={(remotePassword) => run({ taskId: task.taskId, remotePassword })}
      />
    </FormModal>
  );
}
