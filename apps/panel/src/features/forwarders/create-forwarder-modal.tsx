import type { Forwarder } from '@postern/contract/forwarders';
import { useId, useRef } from 'react';
import { FormModal } from '../../lib/forms/form-modal.tsx';
import { useKeyedCall } from '../../lib/forms/use-single-call.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { CreateForwarderForm } from './create-forwarder-form.tsx';
import { createForwarderMutation } from './queries.ts';

type Props = { open: boolean; forwarders: readonly Forwarder[]; onClose: () => void };

/** The form for a new forwarder. */
export function CreateForwarderModal({ open, forwarders, onClose }: Props) {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const { run, pending, error } = useKeyedCall(createForwarderMutation(bundleId), ({ email, recipients }) => {
    showToast(t('forwarders.create.done', { email, count: recipients.length }), { kind: 'success' });
    onClose();
  });
  const formId = useId();
  const firstField = useRef<HTMLInputElement>(null);
  return (
    <FormModal
      open={open}
      onClose={onClose}
      title={t('forwarders.create.title')}
      initialFocus={firstField}
      formId={formId}
      submitLabel={t('forwarders.create.submit')}
      pending={pending}
    >
      <CreateForwarderForm
        id={formId}
        domain={domain}
        forwarders={forwarders.map((each) => each.email)}
        pending={pending}
        failure={error}
        onSubmit={(input) => run({ input })}
        firstField={firstField}
      />
    </FormModal>
  );
}
