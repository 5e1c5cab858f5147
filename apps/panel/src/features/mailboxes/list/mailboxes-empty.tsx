import { Button } from '@postern/ui/buttons/button';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { EmptyMailbox } from '@postern/ui/drawings/empty-mailbox';
import { EmptyState } from '@postern/ui/layout/empty-state';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { mayWithMailboxes } from '@postern/domain/mailboxes';
import { useRole } from '../../../lib/access/use-role.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { PATHS } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session/session-store.ts';

export function NoMailboxes({ onCreate, canCreateMany }: { onCreate: () => void; canCreateMany: boolean }) {
  const t = useText();
  const role = useRole();
  const { domain = '' } = useSession();
  return (
    <EmptyState
      drawing={<EmptyMailbox />}
      title={t('mailboxes.empty.title')}
      action={
        <span className="flex flex-wrap justify-center gap-2.5">
          {mayWithMailboxes(role, 'create') && (
            <Button icon={<Plus size={18} strokeWidth={1.75} aria-hidden="true" />} onClick={onCreate}>
              {t('mailboxes.page.create')}
            </Button>
          )}
          {canCreateMany && (
            <ButtonLink kind="quiet" render={<Link to={PATHS.bulk} />}>
              {t('mailboxes.page.createMany')}
            </ButtonLink>
          )}
        </span>
      }
    >
      {t('mailboxes.empty.text', { domain })}
    </EmptyState>
  );
}
