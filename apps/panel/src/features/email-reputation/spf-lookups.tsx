import type { DomainConnectData } from '@postern/contract/domain-connection';
import { Meter } from '@postern/ui/feedback/meter';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';

export type SpfWalk = NonNullable<DomainConnectData['spfWalk']>;

/** The DNS lookups of the whole record, out of those that receivers allow. RFC 7208 §4.6.4. */
export function SpfLookups({ walk }: { walk: SpfWalk }) {
  const t = useText();
  const format = useFormat();
  const { lookups, maximum, unanswered } = walk;
  if (lookups === 0) return null;
  const isOver = lookups > maximum;
  const total = t('emailReputation.spf.totalOf', {
    ...{ lookups, maximum, isOver: isOver ? 'yes' : 'no' },
    isWhole: unanswered.length === 0 ? 'yes' : 'no',
  });
  return (
    <div className="mt-4">
      <p className="text-label">{t('emailReputation.spf.total')}</p>
      <Meter
        label={t('emailReputation.spf.total')}
        value={lookups}
        max={maximum}
        text={total}
        // Exactly the maximum is still allowed.
        level={isOver ? 'full' : lookups === maximum ? 'high' : undefined}
      />
      <p className="prose-width mt-2 text-small text-2nd">{t('emailReputation.spf.totalText', { maximum })}</p>
      {unanswered.length > 0 && (
        <p className="prose-width mt-1 text-small text-2nd wrap-anywhere">
          {t('emailReputation.spf.unanswered', { names: format.list(unanswered) })}
        </p>
      )}
    </div>
  );
}
