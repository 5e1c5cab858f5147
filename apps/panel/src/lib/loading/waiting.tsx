import { Card } from '@postern/ui/layout/card';
import { Skeleton, SkeletonRows } from '@postern/ui/feedback/skeleton';
import { useText } from '../i18n/texts.ts';

/** Tells who doesn't see the grey shapes that something is on its way. */
export function WaitingStatus() {
  const t = useText();
  return (
    <p role="status" className="sr-only">
      {t('app.loading')}
    </p>
  );
}

/** Rows on their way, under a place as high as the search above them will be: `searchClass` says how high. */
export function WaitingRows({ searchClass }: { searchClass: string }) {
  return (
    <>
      <WaitingStatus />
      <div className={`mb-3 ${searchClass}`} />
      <SkeletonRows rows={5} leading={false} />
    </>
  );
}

/** The card of a page whose answer is on its way: a heading, a sentence and a button, as wide as those will be. */
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
