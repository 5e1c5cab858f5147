import { Skeleton, SkeletonRows } from '@postern/ui/feedback/skeleton';
import { Card } from '@postern/ui/layout/card';
import { useText } from '../i18n/texts.ts';

/** Tells screen readers that something is loading. */
export function WaitingStatus() {
  const t = useText();
  return (
    <p role="status" className="sr-only">
      {t('app.loading')}
    </p>
  );
}

/** Placeholder rows, under a space for the search field: `searchClass` sets its height. */
export function WaitingRows({ searchClass }: { searchClass: string }) {
  return (
    <>
      <WaitingStatus />
      <div className={`mb-3 ${searchClass}`} />
      <SkeletonRows rows={5} leading={false} />
    </>
  );
}

/** A placeholder card with a heading, a sentence and a button, as wide as those will be. */
export function WaitingCard({ heading, button }: { heading: string; button: string }) {
  return (
    <Card padded>
      <WaitingStatus />
      <Skeleton shape="text" width={heading} className="text-h2" />
      <Skeleton shape="text" width="85%" className="mt-1.5" />
      <Skeleton width={button} height={42} className="mt-5" />
    </Card>
  );
}
