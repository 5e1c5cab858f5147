import { extendVisit } from '@postern/contract/support-visits';
import { checkVisitReason, REASON_MAXIMUM } from '@postern/domain/support-visits';
import { Field } from '@postern/ui/forms/field';
import { TextArea } from '@postern/ui/forms/text-area';
import { useId } from 'react';
import { Form } from '../../lib/forms/form.tsx';
import { FormModal } from '../../lib/forms/form-modal.tsx';
import { SubmitFailure } from '../../lib/forms/submit-failure.tsx';
import { useForm } from '../../lib/forms/use-form.ts';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { call } from '../../lib/http/api-client.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { saveVisit } from '../../lib/session/visit.ts';

const extending = { mutationFn: async (reason: string) => await call(extendVisit, { reason }) };

/** Extends the visit by half an hour, for a reason that the owner reads. */
export function ExtendModal({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText();
  const formId = useId();
  const { run, pending, error } = useSingleCall(extending, ({ visit }) => {
    saveVisit(visit);
    onClose();
  });
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: !checkVisitReason(reason).ok }),
    failure: error,
    submit: ({ reason }) => run(reason.trim()),
  });
  return (
    <FormModal
      open={open}
      onClose={onClose}
      width={480}
      title={t('supportVisits.extend.title')}
      description={t('supportVisits.extend.text')}
      formId={formId}
      submitLabel={t('supportVisits.extend.submit')}
      pending={pending}
    >
      <Form form={form} id={formId} className="grid gap-4">
        <Field
          label={t('supportVisits.extend.reason')}
          error={form.problem('reason') && t('supportVisits.extend.reasonMissing')}
        >
          <TextArea {...form.text('reason')} rows={2} maxLength={REASON_MAXIMUM} />
        </Field>
        {form.failure && <SubmitFailure failure={form.failure} pending={pending} />}
      </Form>
    </FormModal>
  );
}
