import type { ImportTask } from '@postern/contract/mail-import';
import { isOver, mayAskOwner } from '@postern/domain/mail-import';
import type { MenuEntry } from '@postern/ui/overlays/menu';
import { useNavigate } from '@tanstack/react-router';
import { CircleX, FileText, Mail, RefreshCw, Trash2 } from 'lucide-react';
import { useRole } from '../../lib/access/use-role.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { hasFailures } from './has-failures.ts';
import { needsPassword } from './import-facts.ts';
import type { OpenDialog } from './use-import-dialogs.tsx';

/** What else can be done with an import. */
export function useImportMenu(task: ImportTask, onOpen: OpenDialog, isReport = false): MenuEntry[] {
  const t = useText();
  const navigate = useNavigate();
  const mayAsk = mayAskOwner(useRole()) && needsPassword(task);
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
  const ask: MenuEntry = {
    id: 'ask',
    label: t('mailImport.action.askOwner'),
    icon: <Mail />,
    onSelect: () => onOpen('ask', task),
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
  return [
    ...(isReport ? [] : [report]),
    ...(hasFailures(task) ? [again] : []),
    ...(mayAsk ? [ask] : []),
    ...end,
  ].filter((entry, index) => index > 0 || entry !== 'separator');
}
