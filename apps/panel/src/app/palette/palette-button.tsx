import { IconButton } from '@postern/ui/buttons/icon-button';
import { Search } from 'lucide-react';
import { useLocale, useText } from '../../lib/i18n/texts.ts';
import { commandKey, showPalette } from './palette-state.ts';

/** Opens the search over everything: a row of the sidebar with its shortcut, or on a phone a magnifier. */
export function PaletteButton({ as }: { as: 'row' | 'icon' }) {
  const t = useText();
  const locale = useLocale();
  const open = () => showPalette('palette');
  if (as === 'icon')
    return (
      <IconButton label={t('shell.palette.label')} onClick={open} className="-me-2 ms-auto">
        <Search size={20} strokeWidth={1.75} />
      </IconButton>
    );
  return (
    <button
      type="button"
      onClick={open}
      aria-keyshortcuts="Control+K Meta+K"
      className="mb-3 flex min-h-9.5 w-full items-center gap-2.75 rounded-sm bg-sunken px-2.5 text-start text-nav text-2nd hover:text-text pointer-coarse:py-2.75"
    >
      <Search size={18} strokeWidth={1.75} aria-hidden="true" className="flex-none" />
      {t('shell.palette.button')}
      <span aria-hidden="true" className="ms-auto rounded-sm border border-line bg-surface px-1.5 py-0.5 text-tag">
        {commandKey(locale)} K
      </span>
    </button>
  );
}
