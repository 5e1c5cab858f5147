import { Button } from '@postern/ui/buttons/button';
import type { MenuItem } from '@postern/ui/overlays/menu';
import { type ReactNode, useState } from 'react';
import { useKeptFocus } from '../../../lib/loading/use-kept-focus.ts';
import { usePart } from '../../../lib/loading/use-part.ts';

const loadMenu = () => import('@postern/ui/overlays/menu');

type Props = {
  label: string;
  icon: ReactNode;
  heading: string;
  items: readonly MenuItem[];
  /** Names the button for those that give it the focus. */
  part?: string;
};

/** A button of the tool row with its menu. The list doesn't wait for the menu's code. */
export function ListMenu({ label, icon, heading, items, part }: Props) {
  const [isOpen, setOpen] = useState(false);
  const menu = usePart(loadMenu, isOpen ? 'now' : 'onIntent');
  const { button, before } = useKeptFocus(menu);
  const standIn = menu ? {} : { ...before, onClick: () => setOpen(true) };
  const trigger = (
    <Button ref={button} kind="quiet" size="s" icon={icon} aria-haspopup="menu" data-part={part} {...standIn}>
      {/* On a phone the icon has to do. */}
      <span className="max-desk:sr-only">{label}</span>
    </Button>
  );
  if (!menu) return trigger;
  return (
    <menu.Menu
      open={isOpen}
      onOpenChange={setOpen}
      trigger={trigger}
      heading={heading}
      items={items}
      position="bottom-left"
    />
  );
}
