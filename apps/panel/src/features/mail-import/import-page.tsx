import { mayImport } from '@postern/domain/mail-import';
import { useSearch } from '@tanstack/react-router';
import { AskYourAdmin } from '../../lib/access/ask-your-admin.tsx';
import { useRole } from '../../lib/access/use-role.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { ImportList } from './import-list.tsx';
import type { ImportSearch } from './import-search.ts';
import { NewImportScreen } from './new/new-import-screen.tsx';
import { ReportScreen } from './report/report-screen.tsx';

/** Moves the mail of another provider into a mailbox. Spec 2 §2, Import email. */
export function ImportPage() {
  const t = useText();
  const { domain = '' } = useSession();
  const role = useRole();
  const search = useSearch({ strict: false }) as ImportSearch;
  if (!mayImport(role)) return <AskYourAdmin text={t('mailImport.notAllowed.text', { domain })} />;
  if (search.task !== undefined) return <ReportScreen key={search.task} taskId={search.task} />;
  if (search.new !== undefined)
    return (
      <NewImportScreen
        key={search.again ?? search.mailbox ?? ''}
        mailbox={search.mailbox ?? null}
        again={search.again ?? null}
      />
    );
  return <ImportList />;
}
