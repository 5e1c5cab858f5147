import { Button } from '@postern/ui/buttons/button';
import { Banner } from '@postern/ui/feedback/banner';
import { ApiError } from '../http/api-error.ts';
import { errorText } from '../http/error-text.ts';
import { useText } from '../i18n/texts.ts';
import { NoteInView } from './note-in-view.tsx';

/** The server decided nothing, so the same may be sent again. */
const isWorthRetry = (failure: Error): boolean =>
  failure instanceof ApiError && (failure.kind !== 'refused' || failure.status >= 500);

type Props = {
  failure: Error;
  pending: boolean;
  /** Sends again what failed, if that isn't the form around it. */
  onRetry?: () => void;
};

/** A failure that concerns the whole form. The retry sends the form as it is now. */
export function SubmitFailure({ failure, pending, onRetry }: Props) {
  const t = useText();
  return (
    <NoteInView news={failure}>
      <Banner
        kind="bad"
        live
        action={
          isWorthRetry(failure) && (
            <Button type={onRetry ? 'button' : 'submit'} onClick={onRetry} kind="quiet" size="s" pending={pending}>
              {t('shell.action.retry')}
            </Button>
          )
        }
      >
        {errorText(failure, t)}
      </Banner>
    </NoteInView>
  );
}
