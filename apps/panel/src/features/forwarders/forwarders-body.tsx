import type { Forwarder } from '@postern/contract/forwarders';
import { showNames } from '@postern/domain/addresses';
import { EmptyMailbox } from '@postern/ui/drawings/empty-mailbox';
import { EmptyState } from '@postern/ui/layout/empty-state';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { ListSearch, NothingFound } from '../../lib/lists/list-search.tsx';
import { ReadFailed, ReadOutdated } from '../../lib/loading/read-failed.tsx';
import { WaitingRows } from '../../lib/loading/waiting.tsx';
import { useSession } from '../../lib/session/session-store.ts';
import type { ForwarderDialog } from './forwarder-dialog.ts';
import { ForwarderRows } from './forwarder-rows.tsx';

type Props = { list: UseQueryResult<Forwarder[]>; create: ReactNode; onOpen: (dialog: ForwarderDialog) => void };

/** The list in each of its states: loading, failed, empty, nothing found, or loaded. */
export function ForwardersBody({ list, create, onOpen }: Props) {
  const t = useText();
  const { domain = '' } = useSession();
  const [typed, setTyped] = useState('');
  if (!list.data) {
    if (list.error) return <ReadFailed title={t('forwarders.failed.title')} read={list} />;
    return <WaitingRows searchClass="h-10 max-desk:h-17" />;
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
      <ListSearch
        value={typed}
        onValueChange={setTyped}
        label={t('forwarders.search.label')}
        clearLabel={t('forwarders.search.clear')}
        count={t(search ? 'forwarders.search.found' : 'forwarders.list.count', { count: found.length })}
      />
      {list.error && <ReadOutdated title={t('forwarders.failed.outdated')} read={list} />}
      {found.length > 0 ? (
        <ForwarderRows forwarders={found} onOpen={onOpen} />
      ) : (
        <NothingFound
          title={t('forwarders.search.nothing', { search })}
          text={t('forwarders.search.nothingText')}
          clearLabel={t('forwarders.search.clear')}
          onClear={() => setTyped('')}
        />
      )}
    </>
  );
}

const matches = ({ email, recipients }: Forwarder, search: string): boolean =>
  [email, ...recipients].some((address) => `${address} ${showNames(address)}`.includes(search.toLowerCase()));
