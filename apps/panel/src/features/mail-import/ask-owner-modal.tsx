import type { ImportTask } from '@postern/contract/mail-import';
import { normaliseEmailAddress, showNames } from '@postern/domain/addresses';
import { SIGN_IN_NAMES } from '@postern/domain/mail-import';
import { Field } from '@postern/ui/forms/field';
import { useId, useRef } from 'react';
import { EmailInput } from '../../lib/forms/email-input.tsx';
import { type FieldProblem, problemText } from '../../lib/forms/field-problem.ts';
import { Form } from '../../lib/forms/form.tsx';
import { FormModal } from '../../lib/forms/form-modal.tsx';
import { SubmitFailure } from '../../lib/forms/submit-failure.tsx';
import { useForm } from '../../lib/forms/use-form.ts';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { fieldCodes } from '../../lib/http/api-error.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { needsPassword } from './import-facts.ts';
import { checkOwner } from './new/typed-import.ts';
import { askOwnerMutation } from './queries.ts';

type Props = { open: boolean; task: ImportTask; onClose: () => void };
type Wrong = { ownerEmail?: FieldProblem | undefined };

/** Mails the link to enter the password, again or to another address. */
export function AskOwnerModal({ open, task, onClose }: Props) {
  const t = useText();
  const formId = useId();
  const { bundleId = '' } = useSession();
  const firstField = useRef<HTMLInputElement>(null);
  const provider = task.signInWith && SIGN_IN_NAMES[task.signInWith];
  const { run, pending, error } = useSingleCall(askOwnerMutation(bundleId), (asked) => {
    // The password arrived meanwhile, so nobody was asked.
    if (needsPassword(asked))
      showToast(t(provider ? 'mailImport.signIn.askDone' : 'mailImport.ask.done', { email: asked.mailedTo ?? '' }), {
        kind: 'success',
      });
    onClose();
  });
  return (
    <FormModal
      open={open}
      onClose={onClose}
      width={480}
      title={t(provider ? 'mailImport.signIn.askTitle' : 'mailImport.ask.title')}
      description={
        provider
          ? t('mailImport.signIn.askText', { from: showNames(task.sourceEmail), provider })
          : t('mailImport.ask.text', { from: showNames(task.sourceEmail) })
      }
      formId={formId}
      initialFocus={firstField}
      submitLabel={t('mailImport.action.sendLink')}
      pending={pending}
    >
      <AskOwnerForm
        id={formId}
        initial={task.mailedTo ?? ''}
        failure={error}
        pending={pending}
        firstField={firstField}
        onSubmit={(ownerEmail) => run({ taskId: task.taskId, ownerEmail })}
      />
    </FormModal>
  );
}

type FormProps = {
  id: string;
  initial: string;
  failure: Error | null;
  pending: boolean;
  firstField: React.RefObject<HTMLInputElement | null>;
  onSubmit: (ownerEmail: string) => void;
};

function AskOwnerForm({ id, initial, failure, pending, firstField, onSubmit }: FormProps) {
  const t = useText();
  const form = useForm({
    initial: { ownerEmail: initial },
    check: ({ ownerEmail }): Wrong => ({ ownerEmail: checkOwner(ownerEmail) }),
    failure,
    refused: (refusal): Wrong =>
      'ownerEmail' in fieldCodes(refusal) ? { ownerEmail: { key: 'mailImport.new.ownerInvalid' } } : {},
    submit: ({ ownerEmail }) => onSubmit(normaliseEmailAddress(ownerEmail)),
  });
  return (
    <Form form={form} id={id} className="grid gap-4">
      <Field label={t('mailImport.new.owner')} error={problemText(form.problem('ownerEmail'), t)}>
        <EmailInput ref={firstField} {...form.text('ownerEmail')} placeholder={t('mailImport.new.emailPlaceholder')} />
      </Field>
      {form.failure && <SubmitFailure failure={form.failure} pending={pending} />}
    </Form>
  );
}
