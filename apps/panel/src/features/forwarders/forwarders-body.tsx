import type { Forwarder } from '@postern/contract/forwarders';
import { Button } from '@postern/ui/button';
import { EmptyMailbox } from '@postern/ui/empty-mailbox';
import { EmptyState } from '@postern/ui/empty-state';
import { LostLetter } from '@postern/ui/lost-letter';
import { SearchInput } from '@postern/ui/search-input';
import { SkeletonRows } from '@postern/ui/skeleton';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { ReadFailed, ReadOutdated } from '../../lib/read-failed.tsx';
import { useSession } from '../../lib/session-store.ts';
import { WaitingStatus } from '../../lib/waiting.tsx';
import { ForwarderRows } from './forwarder-rows.tsx';
import type { ForwarderDialog } from './forwarder-dialog.ts';

type Props = { list: UseQueryResult<Forwarder[]>; create: ReactNode; onOpen: (dialog: ForwarderDialog) => void };

/** The list in whichever state it is: being read, failed, empty, nothing found, or there. */
export function ForwardersBody({ list, create, onOpen }: Props) {
  const t = useText();
  const { domain = '' } = useSession();
  const [typed, setTyped] = useState('');
  if (!list.data) {
    if (list.error) return <ReadFailed title={t('forwarders.failed.title')} read={list} />;
    return <Waiting />;
  }
  if (list.data.length === 0) {
    return (
      <EmptyState drawing={<EmptyMailbox />} title={t('forwarders.empty.title')} action={create}>
        {t('forwarders.empty.text', { domain })}
      </EmptyState>
    );
  }
  const search = typed.trim();
  const found = list.data.filter((forwarder) => matches(forwarder, search));
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <search className="w-full desk:w-80">
          <SearchInput
            value={typed}
            onValueChange={setTyped}
            label={t('forwarders.search.label')}
            placeholder={t('forwarders.search.label')}
            clearLabel={t('forwarders.search.clear')}
            maxLength={200}
          />
        </search>
        <p role="status" className="num text-small text-2nd">
          {t(search ? 'forwarders.search.found' : 'forwarders.list.count', { count: found.length })}
        </p>
      </div>
      {list.error && <ReadOutdated title={t('forwarders.failed.outdated')} read={list} />}
      {found.length > 0 ? (
        <ForwarderRows forwarders={found} onOpen={onOpen} />
      ) : (
        <EmptyState
          drawing={<LostLetter />}
          title={t('forwarders.search.nothing', { search })}
          action={
            <Button kind="quiet" onClick={() => setTyped('')}>
              {t('forwarders.search.clear')}
            </Button>
          }
        >
          {t('forwarders.search.nothingText')}
        </EmptyState>
      )}
    </>
  );
}

const matches = ({ email, recipients }: Forwarder, search: string): boolean =>
  [email, ...recipients].some((address) => address.includes(search.toLowerCase()));

function Waiting() {
  return (
    <>
      <WaitingStatus />
      {/* As high as the search above the rows will be. */}
      <div className="mb-3 h-10 max-desk:h-17" />
      <SkeletonRows rows={5} leading={false} />
    </>
  );
}
