import type { ImportTask } from '@postern/contract/mail-import';
import { showNames } from '@postern/domain/addresses';
import { isOver, SIGN_IN_NAMES } from '@postern/domain/mail-import';
import { Button } from '@postern/ui/buttons/button';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { cx } from '@postern/ui/cx';
import { Link } from '@tanstack/react-router';
import { Check, CircleSlash, Clock, type LucideIcon, Minus, TriangleAlert } from 'lucide-react';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { MenuButton } from '../../lib/lists/menu-button.tsx';
import { PATHS } from '../../lib/paths.ts';
import { needsPassword, ownerOf, useSummary } from './import-facts.ts';
import { hasFailures } from './has-failures.ts';
import type { OpenDialog } from './use-import-dialogs.tsx';
import { useImportMenu } from './use-import-menu.tsx';

type Props = { task: ImportTask; onOpen: OpenDialog };

/** An import that has ended, or waits for a password: what came of it, and the next step. */
export function ImportRow({ task, onOpen }: Props) {
  const t = useText();
  const format = useFormat();
  const summary = useSummary()(task);
  const menu = useImportMenu(task, onOpen);
  const { icon: Icon, look } = signOf(task);
  const name = ownerOf(task);
  const from = t('mailImport.list.from', { from: showNames(task.sourceEmail) });
  return (
    <li className="grid grid-cols-[36px_minmax(0,1fr)_auto_auto] items-center gap-x-4 gap-y-3 border-b border-line px-6 py-4.5 last:border-b-0 max-phone:grid-cols-[36px_minmax(0,1fr)_auto] max-phone:items-start max-phone:gap-x-3 max-phone:px-4">
      <span className={cx('grid size-9 flex-none place-items-center rounded-full forced-colors:border', look)}>
        <Icon size={18} strokeWidth={2} aria-hidden="true" />
      </span>
      <div className="min-w-0">
        <h3 className="text-body font-strong">
          <Link
            to={PATHS.mailImport}
            search={{ task: task.taskId }}
            className="touch block truncate text-text max-phone:whitespace-normal max-phone:wrap-anywhere"
          >
            {name}
          </Link>
        </h3>
        <p className="text-label text-pretty wrap-anywhere text-2nd">{summary}</p>
        <p className="text-small wrap-anywhere text-3rd">
          {from}
          {task.endedAt && ` · ${format.dateTime(task.endedAt)}`}
        </p>
      </div>
      <div className="flex max-phone:order-last max-phone:col-span-full max-phone:*:min-h-11 max-phone:*:flex-1 empty:hidden">
        <NextStep task={task} onOpen={onOpen} />
      </div>
      <MenuButton label={t('mailImport.menu.label', { name })} items={menu} />
    </li>
  );
}

/** The one thing to do about it. */
export function NextStep({ task, onOpen, kind = 'quiet' }: Props & { kind?: 'quiet' | 'primary' }) {
  const t = useText();
  const size = kind === 'quiet' ? 's' : 'm';
  if (needsPassword(task) || hasFailures(task))
    return (
      <Button kind={kind} size={size} onClick={() => onOpen('password', task)}>
        {needsPassword(task) && task.signInWith
          ? t('mailImport.signIn.button', { provider: SIGN_IN_NAMES[task.signInWith] })
          : t(needsPassword(task) ? 'mailImport.action.enterPassword' : 'mailImport.action.retry')}
      </Button>
    );
  if (!isOver(task.status)) return null;
  return (
    <ButtonLink
      kind={kind}
      size={size}
      render={<Link to={PATHS.mailImport} search={{ new: '1', again: task.taskId }} />}
    >
      {t('mailImport.action.again')}
    </ButtonLink>
  );
}

/** A sign of its own for each outcome, so that colour is never the only difference. */
function signOf(task: ImportTask): { icon: LucideIcon; look: string } {
  const { status } = task;
  if (!isOver(status)) return { icon: Clock, look: 'bg-warn-soft text-warn' };
  if (status === 'cancelled') return { icon: CircleSlash, look: 'bg-sunken text-2nd' };
  if (status === 'noImport') return { icon: Minus, look: 'bg-sunken text-2nd' };
  if (status === 'failed') return { icon: TriangleAlert, look: 'bg-bad-soft text-bad' };
  if (status === 'partial_successful') return { icon: TriangleAlert, look: 'bg-warn-soft text-warn' };
  return { icon: Check, look: 'bg-good-soft text-good' };
}
