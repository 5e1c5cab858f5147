import type { ActivityEntry } from '@postern/contract/activity';
import { Button } from '@postern/ui/buttons/button';
import { useState } from 'react';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { usePart } from '../../lib/loading/use-part.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { deleteRecordMutation } from '../dns/queries.ts';
import { loadUndoDialog } from '../domain-plan/panel.ts';

/** `did`: the step in words, which tells screen readers what this button undoes. */
type Props = { undo: NonNullable<ActivityEntry['undo']>; did: string };

/** Undoes a step of a support visit. */
export function UndoStep({ undo, did }: Props) {
  return undo.kind === 'plan' ? <UndoPlan undoId={undo.id} did={did} /> : <UndoRecord recordId={undo.id} did={did} />;
}

function UndoRecord({ recordId, did }: { recordId: string; did: string }) {
  const t = useText();
  const { bundleId = '' } = useSession();
  const { run, pending } = useSingleCall(
    {
      ...deleteRecordMutation(bundleId),
      onError: (error: Error) => showToast(errorText(error, t), { kind: 'error' }),
    },
    () => {
      showToast(t('activity.undo.done'), { kind: 'success' });
      readAnew(bundleId);
    },
  );
  return <UndoButton did={did} pending={pending} onPress={() => run(recordId)} />;
}

function UndoPlan({ undoId, did }: { undoId: string; did: string }) {
  const { bundleId = '' } = useSession();
  const [isOpen, setOpen] = useState(false);
  const dialog = usePart(loadUndoDialog, isOpen ? 'now' : 'onIntent');
  function close() {
    setOpen(false);
    readAnew(bundleId);
  }
  return (
    <>
      <UndoButton did={did} pending={isOpen && dialog === null} onPress={() => setOpen(true)} />
      {dialog && <dialog.UndoDialog open={isOpen} applied={{ undoId }} onClose={close} />}
    </>
  );
}

function UndoButton({ did, pending, onPress }: { did: string; pending: boolean; onPress: () => void }) {
  const t = useText();
  return (
    <Button
      kind="link"
      className="text-label"
      pending={pending}
      aria-label={t('activity.undo.what', { did })}
      onClick={onPress}
    >
      {t('activity.undo.do')}
    </Button>
  );
}

const readAnew = (bundleId: string) =>
  void queryClient.invalidateQueries({ queryKey: queryKeys.allActivity(bundleId) });
