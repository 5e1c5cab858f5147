import type { MailboxView } from '@postern/domain/mailboxes';
import { Button } from '@postern/ui/buttons/button';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../../lib/http/error-text.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { showToast } from '../../../lib/toasts.ts';
import type { MailboxList } from '../use-mailbox-list.ts';

type Props = { list: MailboxList; search: string; view: MailboxView };

/** Downloads everything that the search and the filters find, in the list's order, also what isn't loaded yet. */
export function ExportButton({ list, search, view }: Props) {
  const t = useText();
  const { domain = '' } = useSession();
  const [isPending, setPending] = useState(false);
  async function save() {
    setPending(true);
    try {
      const { exportMailboxList } = await import('./export-mailbox-list.ts');
      await exportMailboxList(search, view, `${t('mailboxes.export.fileName')}-${domain}.csv`);
    } catch (error) {
      showToast(`${t('mailboxes.export.failed')} ${errorText(error as Error, t)}`, { kind: 'error' });
    } finally {
      setPending(false);
    }
  }
  return (
    <Button
      kind="quiet"
      size="s"
      pending={isPending}
      disabled={list.mailboxes.length === 0}
      aria-label={
        list.total === null ? t('mailboxes.export.everyMatch') : t('mailboxes.export.label', { count: list.total })
      }
      icon={<Download size={16} strokeWidth={1.75} aria-hidden="true" />}
      onClick={() => void save()}
    >
      <span className="max-desk:sr-only">{t('mailboxes.export.button')}</span>
    </Button>
  );
}
