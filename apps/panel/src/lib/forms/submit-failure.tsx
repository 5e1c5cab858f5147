import { Banner } from '@postern/ui/feedback/banner';
import { Button } from '@postern/ui/buttons/button';
import { useEffect, useRef } from 'react';
import { ApiError } from '../http/api-error.ts';
import { errorText } from '../http/error-text.ts';
import { useText } from '../i18n/texts.ts';

/** The server decided nothing, so the same may be sent again. */
const isWorthRetry = (failure: Error): boolean =>
  failure instanceof ApiError && (failure.kind !== 'refused' || failure.status >= 500);

/** A failure that concerns the whole form. The retry sends the form as it is now. */
export function SubmitFailure({ failure, pending }: { failure: Error; pending: boolean }) {
  const t = useText();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    // On a phone the buttons cover the end of the form.
    <div ref={place} className="scroll-mb-40">
      <Banner
        kind="bad"
        live
        action={
          isWorthRetry(failure) && (
            <Button type="submit" kind="quiet" size="s" pending={pending}>
              {t('shell.action.retry')}
            </Button>
          )
        }
      >
        {errorText(failure, t)}
      </Banner>
    </div>
  );
}
