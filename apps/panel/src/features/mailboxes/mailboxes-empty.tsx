import { Button } from '@postern/ui/button';
import { EmptyMailbox } from '@postern/ui/empty-mailbox';
import { EmptyState } from '@postern/ui/empty-state';
import { LostLetter } from '@postern/ui/lost-letter';
import { Plus } from 'lucide-react';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session-store.ts';

export function NoMailboxes({ onCreate }: { onCreate: () => void }) {
  const t = useText();
  const { domain = '' } = useSession();
  return (
    <EmptyState
      drawing={<EmptyMailbox />}
      title={t('mailboxes.empty.title')}
      action={
        <Button icon={<Plus size={18} strokeWidth={1.75} aria-hidden="true" />} onClick={onCreate}>
          {t('mailboxes.page.create')}
        </Button>
      }
    >
      {t('mailboxes.empty.text', { domain })}
    </EmptyState>
  );
}

export function NothingFound({ search, onClear }: { search: string; onClear: () => void }) {
  const t = useText();
  return (
    <EmptyState
      drawing={<LostLetter />}
      title={t('mailboxes.search.nothing', { search })}
      action={
        <Button kind="quiet" onClick={onClear}>
          {t('mailboxes.search.clear')}
        </Button>
      }
    >
      {t('mailboxes.search.nothingText')}
    </EmptyState>
  );
}
