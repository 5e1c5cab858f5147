import type { Forwarder } from '@postern/contract/forwarders';
import { useMutation } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { FormModal } from '../../lib/forms/form-modal.tsx';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { useSubmitKey } from '../../lib/forms/use-submit-key.ts';
import { CreateForwarderForm } from './create-forwarder-form.tsx';
import { createForwarderMutation, type NewForwarder } from './queries.ts';

type Props = { open: boolean; forwarders: readonly Forwarder[]; onClose: () => void };

/** The form for a new forwarder. */
export function CreateForwarderModal({ open, forwarders, onClose }: Props) {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const { mutate, isPending, error, variables } = useMutation(createForwarderMutation(bundleId));
  const submitKey = useSubmitKey();
  const formId = useId();
  const firstField = useRef<HTMLInputElement>(null);

  function create(input: NewForwarder) {
    if (isPending) return;
    mutate(
      { input, idempotencyKey: submitKey.keyFor(input) },
      {
        onSuccess: ({ email, recipients }) => {
          showToast(t('forwarders.create.done', { email, count: recipients.length }), { kind: 'success' });
          onClose();
        },
        onSettled: (_, failure) => submitKey.settle(failure),
      },
    );
  }
  return (
    <FormModal
      open={open}
      onClose={onClose}
      title={t('forwarders.create.title')}
      initialFocus={firstField}
      formId={formId}
      submitLabel={t('forwarders.create.submit')}
      pending={isPending}
    >
      <CreateForwarderForm
        id={formId}
        domain={domain}
        forwarders={forwarders.map((each) => each.email)}
        pending={isPending}
        failure={error}
        sent={variables?.input ?? null}
        onSubmit={create}
        firstField={firstField}
      />
    </FormModal>
  );
}
