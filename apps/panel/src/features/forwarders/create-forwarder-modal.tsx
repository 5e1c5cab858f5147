import type { Forwarder } from '@postern/contract/forwarders';
import { Button } from '@postern/ui/button';
import { Modal } from '@postern/ui/modal';
import { useMutation } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { useSubmitKey } from '../../lib/use-submit-key.ts';
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
    <Modal
      open={open}
      onClose={onClose}
      title={t('forwarders.create.title')}
      closeLabel={t('app.close')}
      locked={isPending}
      initialFocus={firstField}
      footer={
        <>
          <Button kind="quiet" onClick={onClose} disabled={isPending}>
            {t('shell.action.cancel')}
          </Button>
          <Button type="submit" form={formId} pending={isPending}>
            {t('forwarders.create.submit')}
          </Button>
        </>
      }
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
    </Modal>
  );
}
