import { Button } from '@postern/ui/buttons/button';
import { Banner } from '@postern/ui/feedback/banner';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { AccountErasure } from './account-erasure.tsx';
import { exportCustomerDataMutation } from './queries.ts';
import { saveArchive } from './save-archive.ts';

/** What the customer who bought the account may do with its data: take it away, and have it erased. */
export function YourDataSection() {
  const t = useText();
  const { run, pending, error } = useSingleCall(exportCustomerDataMutation(), ({ fileName, archive }) => {
    saveArchive(fileName, archive);
    showToast(t('customerData.export.done', { fileName }), { kind: 'success' });
  });
  return (
    <>
      <section aria-labelledby="your-data" className="mt-10">
        <h2 id="your-data">{t('customerData.section.title')}</h2>
        <p className="prose-width mt-1.5 text-pretty text-2nd">{t('customerData.export.text')}</p>
        {error && (
          <Banner kind="bad" live className="mt-4">
            {errorText(error, t)}
          </Banner>
        )}
        <Button kind="quiet" className="mt-4" pending={pending} onClick={() => run()}>
          {t('customerData.export.submit')}
        </Button>
      </section>
      <AccountErasure />
    </>
  );
}
