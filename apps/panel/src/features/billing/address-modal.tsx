import { FormModal } from '../../lib/forms/form-modal.tsx';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import type { Buyer, BuyerFormPart } from '../purchase/panel.ts';
import { setBillingAddressMutation } from './queries.ts';

type Props = { part: BuyerFormPart; buyer: Buyer; onClose: () => void };

/** The name, address and tax ids on later invoices, by the rules of the purchase's form. */
export function AddressModal({ part, buyer, onClose }: Props) {
  const t = useText();
  const { bundleId = '' } = useSession();
  const { run, pending, error, sent } = useSingleCall(setBillingAddressMutation(bundleId), () => {
    showToast(t('billing.address.saved'), { kind: 'success' });
    onClose();
  });
  return (
    <FormModal
      open
      onClose={onClose}
      width={560}
      title={t('billing.pay.changeAddress')}
      description={t('billing.address.text')}
      formId={part.BILLING_FORM_ID}
      submitLabel={t('billing.cycle.save')}
      pending={pending}
    >
      <part.BuyerForm buyer={buyer} sent={sent} failure={error} pending={pending} onSubmit={run} />
    </FormModal>
  );
}
