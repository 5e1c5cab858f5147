import { Button } from '@postern/ui/buttons/button';
import { ClosedDoor } from '@postern/ui/drawings/closed-door';
import { Banner } from '@postern/ui/feedback/banner';
import { EmptyState } from '@postern/ui/layout/empty-state';
import { errorText } from '../http/error-text.ts';
import { useText } from '../i18n/texts.ts';

type Read = { error: Error | null; isFetching: boolean; refetch: () => unknown };

/** Shown instead of a screen's content when it couldn't be read. */
export function ReadFailed({ title, read }: { title: string; read: Read }) {
  const t = useText();
  return (
    <div role="alert">
      <EmptyState
        drawing={<ClosedDoor />}
        title={title}
        action={
          <Button pending={read.isFetching} onClick={() => void read.refetch()}>
            {t('shell.action.retry')}
          </Button>
        }
      >
        {errorText(read.error, t)}
      </EmptyState>
    </div>
  );
}

/** Shown above content that was read earlier and couldn't be refreshed. */
export function ReadOutdated({ title, read }: { title: string; read: Read }) {
  const t = useText();
  return (
    <Banner
      kind="warn"
      live
      className="mb-3"
      title={title}
      action={
        <Button kind="quiet" size="s" pending={read.isFetching} onClick={() => void read.refetch()}>
          {t('shell.action.retry')}
        </Button>
      }
    >
      {errorText(read.error, t)}
    </Banner>
  );
}
