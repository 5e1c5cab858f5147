import { Button } from '@postern/ui/buttons/button';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { ClosedDoor } from '@postern/ui/drawings/closed-door';
import { Loader } from '@postern/ui/feedback/loader';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { UiProviders } from '../../../lib/frame/ui-providers.tsx';
import { useText } from '../../../lib/i18n/texts.ts';
import { PATHS } from '../../../lib/paths.ts';
import { PurchaseErrorScreen } from '../purchase-error-screen.tsx';
import { PurchaseFrame } from '../purchase-frame.tsx';
import { type SettlementEnd, useSettlement } from './use-settlement.ts';

/** Spec 1 §2, return from an external payment. Most buyers see it only briefly, because the tab with their purchase continues. */
export function PostPaymentPage() {
  const t = useText();
  const { end, retry } = useSettlement();
  return (
    <UiProviders>
      <PurchaseFrame>
        {end === null ? (
          <>
            <h1 className="sr-only">{t('purchase.page.title')}</h1>
            <Loader text={t('purchase.settlement.asking')} className="min-h-80" />
          </>
        ) : (
          <SettlementScreen end={end} onRetry={retry} />
        )}
      </PurchaseFrame>
    </UiProviders>
  );
}

/** How the payment ended, if the purchase was started in another tab or browser. */
function SettlementScreen({ end, onRetry }: { end: SettlementEnd; onRetry: () => void }) {
  const t = useText();
  if (end === 'settled') {
    return (
      <Message
        image={<CircleCheck size={40} strokeWidth={1.5} aria-hidden="true" className="mx-auto mb-5 text-good" />}
        title={t('purchase.settlement.settledTitle')}
        text={t('purchase.settlement.settledText')}
      >
        <ButtonLink render={<Link to={PATHS.login} />}>{t('purchase.error.signIn')}</ButtonLink>
      </Message>
    );
  }
  if (end === 'unknown') {
    return (
      <Message title={t('purchase.progress.unknownTitle')} text={t('purchase.progress.unknown')}>
        <Button onClick={onRetry}>{t('purchase.progress.askAgain')}</Button>
      </Message>
    );
  }
  if (end === 'closed') return <PurchaseErrorScreen type="purchaseDenied" />;
  const text = end === 'domainTaken' ? 'purchase.settlement.domainTaken' : 'purchase.settlement.failedText';
  return (
    <Message
      image={<ClosedDoor className="mx-auto mb-7" />}
      title={t('purchase.failed.title')}
      text={`${t('purchase.failed.text')} ${t(text)}`}
    />
  );
}

type MessageProps = { image?: ReactNode; title: string; text: string; children?: ReactNode };

function Message({ image, title, text, children }: MessageProps) {
  return (
    <div role="alert" className="mx-auto max-w-130 py-10 text-center desk:py-16">
      {image}
      <h1>{title}</h1>
      <p className="mx-auto mt-2 mb-7 max-w-[48ch] text-pretty text-2nd">{text}</p>
      <div className="flex flex-wrap justify-center gap-2.5">{children}</div>
    </div>
  );
}
