import { Button } from '@postern/ui/buttons/button';
import { PageHeader } from '@postern/ui/layout/page-header';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { AskYourAdmin } from '../../lib/access/ask-your-admin.tsx';
import { isActionInHead, ThumbBar } from '../../lib/frame/thumb-bar.tsx';
import { hasCode } from '../../lib/http/api-error.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { usePart } from '../../lib/loading/use-part.ts';
import { useSession } from '../../lib/session/session-store.ts';
import type { ForwarderDialog } from './forwarder-dialog.ts';
import { ForwardersBody } from './forwarders-body.tsx';
import { forwardersQuery } from './queries.ts';

const loadDialogs = () => import('./forwarder-dialogs.tsx');

/** Addresses of the domain that pass their mail on to its mailboxes. Spec 2 §2, internal forwarders. */
export function ForwardersPage() {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const list = useQuery(forwardersQuery(bundleId));
  const [dialog, setDialog] = useState<ForwarderDialog | null>(null);
  const dialogs = usePart(loadDialogs, dialog ? 'now' : list.isPending ? 'later' : 'soon');
  if (hasCode(list.error, 'NOT_AUTHORIZED')) return <AskYourAdmin text={t('forwarders.notAdmin.text', { domain })} />;

  // An empty list has its own button, in the middle.
  const isEmpty = list.data?.length === 0;
  const create = (
    <Button
      wide
      icon={<Plus size={18} strokeWidth={1.75} aria-hidden="true" />}
      onClick={() => setDialog({ kind: 'create' })}
    >
      {t('forwarders.page.create')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('forwarders.page.title')}
        sentence={t('forwarders.page.sentence', { domain })}
        actions={!isEmpty && create}
        actionsOnPhone={isActionInHead()}
      />
      <ForwardersBody list={list} create={create} onOpen={setDialog} />
      {!isEmpty && <ThumbBar>{create}</ThumbBar>}
      {dialogs && (
        <dialogs.ForwarderDialogs dialog={dialog} forwarders={list.data ?? []} onClose={() => setDialog(null)} />
      )}
    </>
  );
}
