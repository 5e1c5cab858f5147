import type { ImportTask } from '@postern/contract/mail-import';
import { type ReactNode, useState } from 'react';
import { usePart } from '../../lib/loading/use-part.ts';
import type { ImportDialog } from './import-dialogs.tsx';

const loadDialogs = () => import('./import-dialogs.tsx');

export type OpenDialog = (kind: ImportDialog['kind'], task: ImportTask) => void;

/** The questions about one import of a list. `onDeleted` is where to go when it is gone. */
export function useImportDialogs(
  tasks: readonly ImportTask[],
  onDeleted?: () => void,
): { open: OpenDialog; dialogs: ReactNode } {
  const [dialog, setDialog] = useState<ImportDialog | null>(null);
  // Keeps its text while it closes, also when the import has left the list.
  const [asked, setAsked] = useState<ImportTask | null>(null);
  const part = usePart(loadDialogs, dialog ? 'now' : 'soon');
  const task = tasks.find(({ taskId }) => taskId === dialog?.taskId) ?? asked;
  return {
    open: (kind, about) => {
      setAsked(about);
      setDialog({ kind, taskId: about.taskId });
    },
    dialogs: part && task && (
      <part.ImportDialogs dialog={dialog} task={task} onClose={() => setDialog(null)} onDeleted={onDeleted} />
    ),
  };
}
