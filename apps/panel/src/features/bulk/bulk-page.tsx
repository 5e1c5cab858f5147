import { mayInBulk } from '@postern/domain/mailboxes';
import { Navigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { AskYourAdmin } from '../../lib/access/ask-your-admin.tsx';
import { useRole } from '../../lib/access/use-role.ts';
import { usePartner } from '../../lib/frame/partner.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { readBulkSelection } from '../../lib/lists/bulk-selection.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { ActionScreen } from './action-screen.tsx';
import { CreateManyScreen } from './create-many-screen.tsx';
import { CreatedElsewhere } from './created-elsewhere.tsx';
import { ImportManyScreen } from './import-many-screen.tsx';
import { JobScreen } from './job-screen.tsx';

/** Many mailboxes at once: the preview, then the job in the address (`?job=`) with its result. */
export function BulkPage() {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const role = useRole();
  const { createMailbox: elsewhere } = usePartner().urls;
  const { job, action } = useSearch({ strict: false }) as { job?: string; action?: string };
  const [selection] = useState(() => readBulkSelection(bundleId));
  if (!mayInBulk(role)) return <AskYourAdmin text={t('mailboxes.notAdmin.text', { domain })} />;
  if (job) return <JobScreen key={job} jobId={job} />;
  if (action === 'importMail') return <ImportManyScreen />;
  if (action && selection?.action === action && selection.bundleId === bundleId)
    return <ActionScreen selection={selection} />;
  // A link from another tab, or Forward to an action that was given up: there is nothing to act on.
  if (action) return <Navigate to={PATHS.mailboxes} replace />;
  return elsewhere ? <CreatedElsewhere url={elsewhere} /> : <CreateManyScreen />;
}
