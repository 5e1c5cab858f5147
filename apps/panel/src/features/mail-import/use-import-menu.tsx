import type { ImportTask } from '@postern/contract/mail-import';
import { isOver } from '@postern/domain/mail-import';
import type { MenuEntry } from '@postern/ui/overlays/menu';
import { useNavigate } from '@tanstack/react-router';
import { CircleX, FileText, RefreshCw, Trash2 } from 'lucide-react';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { hasFailures } from './has-failures.ts';
import type { OpenDialog } from './use-import-dialogs.tsx';

/** What else can be done with an import. */
export function useImportMenu(task: ImportTask, onOpen: OpenDialog, isReport = false): MenuEntry[] {
  const t = useText();
  const navigate = useNavigate();
  const { taskId } = task;
  const report: MenuEntry = {
    id: 'report',
    label: t('mailImport.action.report'),
    icon: <FileText />,
    onSelect: () => void navigate({ to: PATHS.mailImport, search: { task: taskId } }),
  };
  const again: MenuEntry = {
    id: 'again',
    label: t('mailImport.action.again'),
    icon: <RefreshCw />,
    onSelect: () => void navigate({ to: PATHS.mailImport, search: { new: '1', again: taskId } }),
  };
  const end: MenuEntry[] = isOver(task.status)
    ? [
        'separator',
        {
          id: 'delete',
          label: t('mailImport.action.delete'),
          icon: <Trash2 />,
          danger: true,
          onSelect: () => onOpen('delete', task),
        },
      ]
    : [
        'separator',
        {
          id: 'cancel',
          label: t('mailImport.cancel.confirm'),
          icon: <CircleX />,
          danger: true,
          onSelect: () => onOpen('cancel', task),
        },
      ];
  return [...(isReport ? [] : [report]), ...(hasFailures(task) ? [again] : []), ...end].filter(
    (entry, index) => index > 0 || entry !== 'separator',
  );
}
