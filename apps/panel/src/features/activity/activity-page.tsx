import { ACTIVITY_AREAS } from '@postern/domain/activity';
import { Button } from '@postern/ui/buttons/button';
import { Select } from '@postern/ui/forms/select';
import { List } from '@postern/ui/layout/list-item';
import { PageHeader } from '@postern/ui/layout/page-header';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { ReadFailed } from '../../lib/loading/read-failed.tsx';
import { usePart } from '../../lib/loading/use-part.ts';
import { WaitingCard } from '../../lib/loading/waiting.tsx';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { loadSupportCard } from '../support-visits/panel.ts';
import { ActivityDay } from './activity-day.tsx';
import { ActivityItem } from './activity-item.tsx';
import { byDay } from './by-day.ts';
import { byVisit } from './by-visit.ts';
import { DownloadButton } from './download-button.tsx';
import { type ActivityFilter, activityQuery, EVERYTHING } from './queries.ts';
import { VisitItem } from './visit-item.tsx';

const AREAS = ['all', ...ACTIVITY_AREAS] as const;

/** What was changed in the domain, by whom, from where and when. */
export function ActivityPage() {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const [filter, setFilter] = useState<ActivityFilter>(EVERYTHING);
  const support = usePart(loadSupportCard, 'now');
  const read = useInfiniteQuery(activityQuery(bundleId, filter));
  const entries = read.data?.pages.flatMap((page) => page.entries) ?? [];
  const isFiltered = filter.area !== 'all' || filter.person !== '';
  return (
    <div>
      <PageHeader
        title={t('activity.page.title')}
        sentence={
          <>
            {t('activity.page.sentence', { domain })} <Link to={PATHS.security}>{t('activity.list.signIns')}</Link>
          </>
        }
      />
      <div className="grid gap-x-10 gap-y-8 min-[68rem]:grid-cols-[minmax(0,1fr)_15rem]">
        <div className="min-w-0">
          <div className="flex items-center gap-2.5 max-desk:flex-wrap">
            <Select
              size="s"
              className="min-w-0 max-desk:flex-1 desk:max-w-64"
              label={t('activity.area.label')}
              items={AREAS.map((area) => ({ value: area, label: t(`activity.area.${area}`) }))}
              value={filter.area}
              onValueChange={(area) => setFilter({ ...filter, area })}
            />
            {filter.person !== '' && (
              <Button
                kind="quiet"
                size="s"
                className="min-w-0 max-desk:order-last"
                icon={<X size={16} strokeWidth={1.75} aria-hidden="true" />}
                aria-label={t('activity.person.clear')}
                onClick={() => setFilter({ ...filter, person: '' })}
              >
                <span className="truncate">{t('activity.person.only', { email: filter.person })}</span>
              </Button>
            )}
            <span className="ms-auto">
              <DownloadButton filter={filter} isEmpty={entries.length === 0} />
            </span>
          </div>
          {read.error && !read.data ? (
            <ReadFailed title={t('activity.failed.title')} read={read} />
          ) : read.data === undefined ? (
            <WaitingCard heading="30%" button="9rem" />
          ) : (
            <>
              {entries.length === 0 && (
                <p className="mt-6 text-2nd">{t(isFiltered ? 'activity.list.noneFound' : 'activity.list.none')}</p>
              )}
              {byDay(entries).map(({ day, entries: ofDay }) => (
                <ActivityDay key={day} day={day}>
                  <List aria-labelledby={`day-${day}`}>
                    {byVisit(ofDay).map((some) =>
                      Array.isArray(some) ? (
                        <VisitItem key={some[0]?.id} steps={some} />
                      ) : (
                        <ActivityItem
                          key={some.id}
                          entry={some}
                          onPerson={(person) => setFilter({ ...filter, person })}
                        />
                      ),
                    )}
                  </List>
                </ActivityDay>
              ))}
              {read.hasNextPage && (
                <Button
                  kind="quiet"
                  className="mt-4"
                  pending={read.isFetchingNextPage}
                  onClick={() => void read.fetchNextPage()}
                >
                  {t('activity.list.more')}
                </Button>
              )}
            </>
          )}
        </div>
        {support && <support.SupportCard />}
      </div>
    </div>
  );
}
