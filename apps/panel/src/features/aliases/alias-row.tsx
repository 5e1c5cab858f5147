import type { Alias } from '@postern/contract/aliases';
import { showNames } from '@postern/domain/addresses';
import { IconButton } from '@postern/ui/buttons/icon-button';
import { Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useMay } from '../../lib/access/use-may.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { DeleteAlias } from './delete-alias.tsx';
import { EditAlias } from './edit-alias.tsx';

type Props = { alias: Alias; mailbox: { bundleId: string; email: string }; canChange: boolean };

/** One alias; its name is edited and its deletion confirmed in place. */
export function AliasRow({ alias, mailbox, canChange }: Props) {
  const t = useText();
  const may = useMay();
  const [mode, setMode] = useState<'shown' | 'edit' | 'delete'>('shown');
  const row = useRef<HTMLLIElement>(null);
  const left = useRef<'edit' | 'delete' | null>(null);
  // Closing an action returns the focus to its button.
  useEffect(() => {
    if (mode === 'shown') row.current?.querySelector<HTMLElement>(`[data-action=${left.current}]`)?.focus();
    left.current = mode === 'shown' ? null : mode;
  }, [mode]);
  const leave = () => setMode('shown');
  const { email, displayName } = alias;
  return (
    <li ref={row} className="px-4 py-3">
      {mode === 'edit' ? (
        <EditAlias alias={alias} mailbox={mailbox} onDone={leave} />
      ) : (
        <div className="flex items-center gap-3">
          <div className="min-w-0 flex-1">
            <p className="font-medium break-words">{displayName}</p>
            <p className="text-small break-words text-2nd">{showNames(email)}</p>
          </div>
          {canChange && mode === 'shown' && (
            <span className="flex flex-none gap-1">
              <IconButton label={t('aliases.edit', { email })} data-action="edit" onClick={() => setMode('edit')}>
                <Pencil size={17} strokeWidth={1.75} aria-hidden="true" />
              </IconButton>
              {may('removeAliases') && (
                <IconButton
                  label={t('aliases.delete', { email })}
                  data-action="delete"
                  onClick={() => setMode('delete')}
                >
                  <Trash2 size={17} strokeWidth={1.75} aria-hidden="true" />
                </IconButton>
              )}
            </span>
          )}
        </div>
      )}
      {mode === 'delete' && <DeleteAlias alias={alias} mailbox={mailbox} onKeep={leave} />}
    </li>
  );
}
