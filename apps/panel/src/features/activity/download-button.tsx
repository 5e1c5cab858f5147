import { exportActivity } from '@postern/contract/activity';
import { Button } from '@postern/ui/buttons/button';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { downloadFile } from '../../lib/http/download-file.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { type ActivityFilter, inputOf } from './queries.ts';

/** Downloads everything that the filter finds, also what isn't loaded yet. */
export function DownloadButton({ filter, isEmpty }: { filter: ActivityFilter; isEmpty: boolean }) {
  const t = useText();
  const { domain = '' } = useSession();
  const [isPending, setPending] = useState(false);
  async function save() {
    setPending(true);
    try {
      await downloadFile(exportActivity, inputOf(filter), `${t('activity.export.fileName')}-${domain}.csv`);
    } catch (error) {
      showToast(`${t('activity.export.failed')} ${errorText(error as Error, t)}`, { kind: 'error' });
    } finally {
      setPending(false);
    }
  }
  return (
    <Button
      kind="quiet"
      size="s"
      pending={isPending}
      disabled={isEmpty}
      aria-label={t('activity.export.label')}
      icon={<Download size={16} strokeWidth={1.75} aria-hidden="true" />}
      onClick={() => void save()}
    >
      <span className="max-desk:sr-only">{t('activity.export.button')}</span>
    </Button>
  );
}
