import type { BillingOverview } from '@postern/contract/billing';
import { deletionAfter } from '@postern/domain/billing';
import { Field } from '@postern/ui/forms/field';
import { TextArea } from '@postern/ui/forms/text-area';
import { useId } from 'react';
import { Form } from '../../lib/forms/form.tsx';
import { FormModal } from '../../lib/forms/form-modal.tsx';
import { SubmitFailure } from '../../lib/forms/submit-failure.tsx';
import { useForm } from '../../lib/forms/use-form.ts';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { cancelSubscriptionMutation } from './queries.ts';

type Props = { order: BillingOverview['orders'][number]; name: string; onClose: () => void };

/** Asks why, says what stops when, and changes nothing today. It is drawn anew for each opening, so nothing of the former one returns. */
export function CancelModal({ order, name, onClose }: Props) {
  const t = useText();
  const format = useFormat();
  const formId = useId();
  const { bundleId = '' } = useSession();
  const end = format.date(order.endsOn ?? '', 'long');
  const { run, pending, error } = useSingleCall(cancelSubscriptionMutation(bundleId), () => {
    showToast(t('billing.cancel.done', { date: end }), { kind: 'success' });
    onClose();
  });
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() === '' }),
    failure: error,
    submit: ({ reason }) => run({ orderId: order.orderId, reason }),
  });
  const deleted = order.endsOn === null ? '' : format.date(deletionAfter(order.endsOn), 'long');
  const isMail = order.orderType === 'MailSuite';
  return (
    <FormModal
      open
      onClose={onClose}
      width={520}
      title={t('billing.cancel.title', { name })}
      description={t('billing.cancel.text', { date: end })}
      formId={formId}
      submitLabel={t('billing.cancel.submit')}
      closeText={t('billing.keep.submit')}
      danger
      pending={pending}
    >
      <Form form={form} id={formId} className="grid gap-4">
        <ul className="grid list-disc gap-1.5 ps-5 text-pretty text-2nd">
          <li>{t('billing.cancel.noCharge')}</li>
          {isMail && <li>{t('billing.cancel.stops', { date: end })}</li>}
          {isMail && <li>{t('billing.cancel.deleted', { date: deleted })}</li>}
          <li>{t('billing.cancel.back')}</li>
        </ul>
        <Field label={t('billing.cancel.reason')} error={form.problem('reason') && t('billing.cancel.reasonMissing')}>
          <TextArea {...form.text('reason')} maxLength={1000} rows={2} />
        </Field>
        {form.failure && <SubmitFailure failure={form.failure} pending={pending} />}
      </Form>
    </FormModal>
  );
}
