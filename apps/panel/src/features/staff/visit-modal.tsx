import type { Login } from '@postern/contract/session';
import { openVisit } from '@postern/contract/support-visits';
import { checkVisitReason, REASON_MAXIMUM, TICKET_MAXIMUM } from '@postern/domain/support-visits';
import { Field } from '@postern/ui/forms/field';
import { TextArea } from '@postern/ui/forms/text-area';
import { TextInput } from '@postern/ui/forms/text-input';
import { useId } from 'react';
import { Form } from '../../lib/forms/form.tsx';
import { FormModal } from '../../lib/forms/form-modal.tsx';
import { SubmitFailure } from '../../lib/forms/submit-failure.tsx';
import { useForm } from '../../lib/forms/use-form.ts';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { call } from '../../lib/http/api-client.ts';
import { fieldCodes, hasCode } from '../../lib/http/api-error.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { AwaitedConsent } from './awaited-consent.tsx';

type Wish = { bundleId: string; reason: string; ticket?: string };
const opening = { mutationFn: async (wish: Wish) => await call(openVisit, wish) };

type Props = {
  customer: { name: string };
  domain: { bundleId: string; domainName: string };
  open: boolean;
  onClose: () => void;
  onEntered: (login: Login) => void;
};

/** Asks for the reason, which the owner reads, then starts the visit or waits for the owner's yes. */
export function VisitModal({ customer, domain, open, onClose, onEntered }: Props) {
  const t = useText();
  const formId = useId();
  const { run, pending, error } = useSingleCall(opening, onEntered);
  const form = useForm({
    initial: { reason: '', ticket: '' },
    check: ({ reason }) => ({ reason: !checkVisitReason(reason).ok }),
    failure: hasCode(error, 'CONSENT_NEEDED') ? null : error,
    refused: (failure) => ({ reason: 'reason' in fieldCodes(failure) }),
    submit: ({ reason, ticket }) =>
      run({ bundleId: domain.bundleId, reason: reason.trim(), ...(ticket.trim() ? { ticket: ticket.trim() } : {}) }),
  });
  const waiting = hasCode(error, 'CONSENT_NEEDED') ? error.attrs : null;
  if (waiting)
    return (
      <AwaitedConsent
        open={open}
        onClose={onClose}
        customerName={customer.name}
        visitId={String(waiting['visitId'])}
        expiresAt={String(waiting['expiresAt'])}
        onEntered={onEntered}
      />
    );
  return (
    <FormModal
      open={open}
      onClose={onClose}
      width={500}
      title={t('staff.visit.title', { domain: domain.domainName })}
      description={t('staff.visit.text', { name: customer.name })}
      formId={formId}
      submitLabel={t('staff.visit.submit')}
      pending={pending}
    >
      <Form form={form} id={formId} className="grid gap-5">
        <Field
          label={t('staff.visit.reason')}
          hint={t('staff.visit.reasonHint')}
          error={form.problem('reason') && t('staff.visit.reasonMissing')}
        >
          <TextArea {...form.text('reason')} rows={2} maxLength={REASON_MAXIMUM} />
        </Field>
        <Field label={t('staff.visit.ticket')} optionalText={t('staff.visit.optional')}>
          <TextInput {...form.text('ticket')} maxLength={TICKET_MAXIMUM} autoComplete="off" />
        </Field>
        {form.failure && <SubmitFailure failure={form.failure} pending={pending} />}
      </Form>
    </FormModal>
  );
}
