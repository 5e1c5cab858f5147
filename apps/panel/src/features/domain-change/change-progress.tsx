import type { DomainChange } from '@postern/contract/domain-change';
import { MovingDoors } from '@postern/ui/drawings/moving-doors';
import { Meter } from '@postern/ui/feedback/meter';
import { Card } from '@postern/ui/layout/card';
import { useText } from '../../lib/i18n/texts.ts';

/** The progress of a change, which continues without this page. */
export function ChangeProgress({ change }: { change: DomainChange }) {
  const t = useText();
  const { fromDomain, toDomain, state, done, total } = change;
  const text =
    state === 'queued' ? t('domainChange.progress.queued') : t('domainChange.progress.done', { done, total });
  return (
    <Card>
      <div className="flex justify-center bg-accent-soft pt-6">
        <MovingDoors className="block" />
      </div>
      <div className="p-5 phone:p-6">
        <h2 className="break-words">{t('domainChange.progress.title', { toDomain })}</h2>
        <p className="prose-width mt-1.5 text-2nd">{t('domainChange.progress.text', { fromDomain })}</p>
        <div role="status" className="mt-5">
          <Meter
            value={done}
            max={Math.max(total, 1)}
            level="normal"
            label={t('domainChange.progress.label')}
            text={text}
            className="w-full!"
          />
        </div>
      </div>
    </Card>
  );
}
