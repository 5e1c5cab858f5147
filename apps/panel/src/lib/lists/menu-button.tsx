import { IconButton } from '@postern/ui/buttons/icon-button';
import type { MenuEntry } from '@postern/ui/overlays/menu';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useKeptFocus } from '../loading/use-kept-focus.ts';
import { usePart } from '../loading/use-part.ts';

const loadMenu = () => import('@postern/ui/overlays/menu');

/** Opens the menu of a row. Rows don't wait for the menu's code: a press before it has loaded opens the menu once it has. */
export function MenuButton({ label, items }: { label: string; items: MenuEntry[] }) {
  const [isOpen, setOpen] = useState(false);
  const menu = usePart(loadMenu, isOpen ? 'now' : 'onIntent');
  // The loaded menu draws another button element, which takes over the focus.
  const { button, before } = useKeptFocus(menu);
  const dots = <Ellipsis size={18} strokeWidth={1.75} aria-hidden="true" />;
  if (!menu) {
    return (
      <IconButton
        label={label}
        aria-haspopup="menu"
        aria-expanded="false"
        {...before}
        // On mousedown, like the menu's own button, which may replace this one between the press and its end.
        onMouseDown={(event) => {
          if (event.button === 0) setOpen(true);
        }}
        onClick={() => setOpen(true)}
      >
        {dots}
      </IconButton>
    );
  }
  const trigger = (
    <IconButton ref={button} label={label}>
      {dots}
    </IconButton>
  );
  // A dialog returns the focus to the element that had it. That must be the button, because the menu's item will be gone, and
  // the menu takes the focus until it has closed.
  const choose = (select: (() => void) | undefined) =>
    requestAnimationFrame(() => {
      button.current?.focus();
      select?.();
    });
  const entries = items.map((entry) =>
    entry === 'separator' ? entry : { ...entry, onSelect: () => choose(entry.onSelect) },
  );
  return <menu.Menu open={isOpen} onOpenChange={setOpen} trigger={trigger} items={entries} />;
}
