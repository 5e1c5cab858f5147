import type { Alias } from '@postern/contract/aliases';
import { Button } from '@postern/ui/buttons/button';
import { Banner } from '@postern/ui/feedback/banner';
import { useEffect, useId, useRef } from 'react';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { useUndo } from '../../lib/forms/use-undo.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { addAliasMutation, removeAliasMutation } from './queries.ts';

type Props = { alias: Alias; mailbox: { bundleId: string; email: string }; onKeep: () => void };

/** The question before an alias is deleted, shown below it. */
export function DeleteAlias({ alias, mailbox, onKeep }: Props) {
  const t = useText();
  const questionId = useId();
  const keep = useRef<HTMLButtonElement>(null);
  const { email, displayName } = alias;
  const undo = useUndo(addAliasMutation(mailbox));
  const { run, pending, error } = useSingleCall(removeAliasMutation(mailbox), () =>
    showToast(t('aliases.deleted', { email }), {
      kind: 'success',
      actions: [undo({ alias: email, displayName }, t('aliases.added', { email }))],
    }),
  );
  useEffect(() => keep.current?.focus(), []);
  return (
    <div role="group" aria-labelledby={questionId} className="mt-3 grid gap-3">
      <p id={questionId} className="text-label">
        {t('aliases.deleteQuestion', { email })}
      </p>
      {error && (
        <Banner kind="bad" live>
          {errorText(error, t)}
        </Banner>
      )}
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button ref={keep} kind="quiet" size="s" onClick={onKeep} disabled={pending}>
          {t('aliases.keep')}
        </Button>
        <Button kind="danger" size="s" onClick={() => run(email)} pending={pending}>
          {t('aliases.deleteConfirm')}
        </Button>
      </div>
    </div>
  );
}
