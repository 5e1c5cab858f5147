import { Button } from '@postern/ui/buttons/button';
import { ClosedDoor } from '@postern/ui/drawings/closed-door';
import { Banner } from '@postern/ui/feedback/banner';
import { EmptyState } from '@postern/ui/layout/empty-state';
import { errorText } from '../../../lib/http/error-text.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import type { MailboxList } from '../use-mailbox-list.ts';

/** Shown instead of a list that couldn't be read. */
export function MailboxesFailed({ list }: { list: MailboxList }) {
  const t = useText();
  return (
    <div role="alert">
      <EmptyState
        drawing={<ClosedDoor />}
        title={t('mailboxes.failed.title')}
        action={
          <Button pending={list.isReading} onClick={list.retry}>
            {t('mailboxes.failed.retry')}
          </Button>
        }
      >
        {errorText(list.error, t)}
      </EmptyState>
    </div>
  );
}

/** Shown above a list that couldn't be refreshed. */
export function MailboxesOutdated({ list }: { list: MailboxList }) {
  const t = useText();
  return (
    <Banner
      kind="warn"
      live
      className="mb-3"
      title={t('mailboxes.failed.outdated')}
      action={
        <Button kind="quiet" size="s" pending={list.isReading} onClick={list.retry}>
          {t('mailboxes.failed.retry')}
        </Button>
      }
    >
      {errorText(list.error, t)}
    </Banner>
  );
}
