import { LetterDoor } from '@postern/ui/drawings/letter-door';
import { EmptyState } from '@postern/ui/layout/empty-state';
import { useText } from '../../../lib/i18n/texts.ts';

/** Where the bank's own tab ends. The page inside the partner's page has learned meanwhile how it ended, and says so. */
export function PaymentReturnPage() {
  const t = useText();
  return (
    <main className="grid min-h-dvh place-items-center py-8">
      <EmptyState level={1} drawing={<LetterDoor />} title={t('purchase.bank.back')}>
        {t('purchase.bank.close')}
      </EmptyState>
    </main>
  );
}
