import { MESSAGE_MAXIMUM_MB, RECOMMENDED_SPAM_LEVEL, SPAM_LEVELS, type SpamLevel } from '@postern/domain/spam-filter';
import { Skeleton } from '@postern/ui/feedback/skeleton';
import { RadioCardGroup } from '@postern/ui/forms/radio-card-group';
import { PageHeader } from '@postern/ui/layout/page-header';
import { Tag } from '@postern/ui/layout/tag';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AskYourAdmin } from '../../lib/access/ask-your-admin.tsx';
import { hasCode } from '../../lib/http/api-error.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { ReadFailed } from '../../lib/loading/read-failed.tsx';
import { usePart } from '../../lib/loading/use-part.ts';
import { WaitingStatus } from '../../lib/loading/waiting.tsx';
import { useSession } from '../../lib/session/session-store.ts';
import { spamFilterQuery } from './queries.ts';

const loadDialog = () => import('./spam-level-dialog.tsx');

/** How strictly incoming mail is filtered. Spec 2 §4, spam filter levels. */
export function SpamFilterPage() {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const read = useQuery(spamFilterQuery(bundleId));
  const [wanted, setWanted] = useState<SpamLevel | null>(null);
  const dialog = usePart(loadDialog, wanted ? 'now' : 'soon');
  if (hasCode(read.error, 'NOT_AUTHORIZED')) return <AskYourAdmin text={t('spamFilter.notAdmin.text', { domain })} />;
  return (
    <div className="page-narrow">
      <PageHeader title={t('spamFilter.page.title')} sentence={t('spamFilter.page.sentence', { domain })} />
      {read.data ? (
        <RadioCardGroup
          label={t('spamFilter.level.label')}
          labelHidden
          // Selected while the question is open; cancelling selects the previous one again.
          value={wanted ?? read.data.level}
          onValueChange={setWanted}
          cards={SPAM_LEVELS.map((level) => ({
            value: level,
            title: (
              <span className="flex flex-wrap items-center gap-2">
                {t(`spamFilter.level.${level}`)}
                {level === RECOMMENDED_SPAM_LEVEL && <Tag>{t('spamFilter.level.recommended')}</Tag>}
              </span>
            ),
            note: t(`spamFilter.level.${level}Text`, { megabytes: MESSAGE_MAXIMUM_MB }),
          }))}
        />
      ) : read.error ? (
        <ReadFailed title={t('spamFilter.failed.title')} read={read} />
      ) : (
        <Waiting />
      )}
      {dialog && <dialog.SpamLevelDialog level={wanted} onClose={() => setWanted(null)} />}
    </div>
  );
}

function Waiting() {
  return (
    <>
      <WaitingStatus />
      <div className="grid gap-2.5">
        {SPAM_LEVELS.map((level) => (
          <div key={level} className="flex items-center gap-3.5 rounded-md border border-line bg-surface px-4.5 py-4">
            <Skeleton shape="circle" width={19} />
            <div className="flex-1">
              <Skeleton shape="text" width="6rem" />
              <Skeleton shape="text" width="75%" className="text-small" />
            </div>
          </div>
        ))}
      </div>
    </>
  );
}
