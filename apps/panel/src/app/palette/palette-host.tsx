import { useEffect } from 'react';
import { usePart } from '../../lib/loading/use-part.ts';
import { showPalette, usePaletteState } from './palette-state.ts';

const loadPalette = () => import('./palette.tsx');
const loadShortcuts = () => import('./shortcuts.tsx');

/** Opens the search over everything with Ctrl K (⌘ K), and the list of shortcuts with `?`. Their code comes with the first press. */
export function PaletteHost() {
  const shown = usePaletteState();
  const palette = usePart(loadPalette, shown === 'palette' ? 'now' : 'later');
  const shortcuts = usePart(loadShortcuts, shown === 'shortcuts' ? 'now' : 'later');
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.defaultPrevented || event.altKey || event.repeat) return;
      const isSearch = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      const isHelp = event.key === '?' && !event.ctrlKey && !event.metaKey && !isTyping(event.target);
      if ((!isSearch && !isHelp) || document.querySelector('[role=dialog], [role=alertdialog], dialog[open]')) return;
      event.preventDefault();
      showPalette(isSearch ? 'palette' : 'shortcuts');
    }
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('keydown', press);
      showPalette(null);
    };
  }, []);
  return (
    <>
      {palette && <palette.Palette open={shown === 'palette'} onClose={() => showPalette(null)} />}
      {shortcuts && <shortcuts.Shortcuts open={shown === 'shortcuts'} onClose={() => showPalette(null)} />}
    </>
  );
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
