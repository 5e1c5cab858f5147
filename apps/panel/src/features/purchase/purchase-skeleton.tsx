import { Skeleton } from '@postern/ui/feedback/skeleton';
import { useText } from '../../lib/i18n/texts.ts';
import { TwoColumns } from './purchase-frame.tsx';

const CARD = 'rounded-md border border-line bg-surface';

/** A placeholder in the size of the first step. */
export function PurchaseSkeleton() {
  const t = useText();
  return (
    <>
      <h1 className="sr-only">{t('purchase.page.title')}</h1>
      <p role="status" className="sr-only">
        {t('purchase.page.loading')}
      </p>
      <TwoColumns step={<StepBones />} aside={<OrderBones />} />
    </>
  );
}

function StepBones() {
  return (
    <div aria-hidden="true">
      <Skeleton width={318} height={24} className="max-w-full" />
      <Skeleton width="72%" height={32} className="mt-6.5 mb-2" />
      <Skeleton shape="text" width="92%" />
      <Skeleton shape="text" width="48%" className="mb-7" />
      <Skeleton width={220} height={20} className="mb-3" />
      <div className="grid gap-2.5">
        {[64, 78, 56].map((width) => (
          <div key={width} className={`${CARD} flex h-19 items-center gap-3.5 px-4.5`}>
            <Skeleton shape="circle" width={19} height={19} />
            <span className="min-w-0 flex-1">
              <Skeleton shape="text" width={width} />
            </span>
            <Skeleton width={96} height={30} />
          </div>
        ))}
      </div>
      <Skeleton width={120} height={44} className="mt-8" />
    </div>
  );
}

function OrderBones() {
  return (
    <div aria-hidden="true" className={`${CARD} rounded-lg p-6`}>
      <Skeleton width={70} height={20} className="mb-4" />
      <Skeleton shape="text" />
      <Skeleton shape="text" width="55%" className="mb-6" />
      <Skeleton height={32} className="mb-2" />
      <Skeleton shape="text" width="80%" className="mb-6" />
      <Skeleton height={48} />
    </div>
  );
}
