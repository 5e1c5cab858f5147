import type { Bundle } from '@postern/contract/session';
import { showNames } from '@postern/domain/addresses';
import { dayOf } from '@postern/domain/dates';
import { Spinner } from '@postern/ui/buttons/spinner';
import { SkeletonRows } from '@postern/ui/feedback/skeleton';
import { PageHeader } from '@postern/ui/layout/page-header';
import { Tag } from '@postern/ui/layout/tag';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { reportEvent } from '../../lib/events/analytics.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { ReadFailed } from '../../lib/loading/read-failed.tsx';
import { WaitingStatus } from '../../lib/loading/waiting.tsx';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { bundlesQuery, switchBundleMutation } from '../session/queries.ts';

/** All domains of the customer. The small-business brand starts here after a sign-in, because its frame shows only the current domain. */
export function DomainsPage() {
  const t = useText();
  const navigate = useNavigate();
  const { bundleId: currentId } = useSession();
  const read = useQuery(bundlesQuery);
  const change = useMutation(switchBundleMutation);
  const leave = () => void navigate({ to: PATHS.redirectHandler });
  function open(bundleId: string) {
    if (change.isPending) return;
    if (bundleId === currentId) return leave();
    reportEvent('domain_switch', { bundleId, way: 'list' });
    // By the promise: this screen is gone with the former domain, and its callbacks with it.
    change.mutateAsync(bundleId).then(leave, (error: unknown) => showToast(errorText(error, t), { kind: 'error' }));
  }
  return (
    <div className="page-narrow">
      <PageHeader title={t('domains.page.title')} sentence={t('domains.page.sentence')} />
      {read.data ? (
        <ul className="divide-y divide-line overflow-clip rounded-md border border-line bg-surface">
          {read.data.map((bundle) => (
            <li key={bundle.bundleId}>
              <DomainButton
                bundle={bundle}
                isCurrent={bundle.bundleId === currentId}
                isOpening={change.isPending && change.variables === bundle.bundleId}
                onOpen={() => open(bundle.bundleId)}
              />
            </li>
          ))}
        </ul>
      ) : read.error ? (
        <ReadFailed title={t('domains.list.failed')} read={read} />
      ) : (
        <>
          <WaitingStatus />
          <SkeletonRows rows={3} />
        </>
      )}
    </div>
  );
}

type Props = { bundle: Bundle; isCurrent: boolean; isOpening: boolean; onOpen: () => void };

function DomainButton({ bundle: { domainName, status, expiryDate, end }, isCurrent, isOpening, onOpen }: Props) {
  const t = useText();
  const format = useFormat();
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-current={isCurrent ? 'true' : undefined}
      aria-busy={isOpening || undefined}
      className="flex min-h-16 w-full items-center gap-3 px-5 py-3 text-start transition-colors duration-120 hover:bg-accent-soft focus-visible:relative focus-visible:z-1"
    >
      {/* The tags go below the name before it would have to break. */}
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="min-w-0 flex-[1_1_12rem]">
          <span className="block font-strong wrap-anywhere">{showNames(domainName)}</span>
          {expiryDate && (
            <span className="block text-small text-2nd">
              {t('domains.list.until', { date: format.date(dayOf(expiryDate), 'long') })}
            </span>
          )}
        </span>
        {end ? (
          <Tag>{t('domains.list.ended')}</Tag>
        ) : (
          status === 'suspended' && <Tag kind="warn">{t('domains.list.suspended')}</Tag>
        )}
        {isCurrent && <Tag kind="accent">{t('domains.list.current')}</Tag>}
      </span>
      {isOpening ? (
        <Spinner size={18} />
      ) : (
        <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" className="flex-none text-3rd" />
      )}
    </button>
  );
}
