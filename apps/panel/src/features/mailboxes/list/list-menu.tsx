import { Button } from '@postern/ui/buttons/button';
import type { MenuItem } from '@postern/ui/overlays/menu';
import { type ReactNode, useState } from 'react';
import { usePart } from '../../../lib/loading/use-part.ts';

const loadMenu = () => import('@postern/ui/overlays/menu');

type Props = { label: string; icon: ReactNode; heading: string; items: readonly MenuItem[] };

/** A button of the tool row with its menu. The list doesn't wait for the menu's code. */
export function ListMenu({ label, icon, heading, items }: Props) {
  const [isOpen, setOpen] = useState(false);
  const menu = usePart(loadMenu, isOpen ? 'now' : 'soon');
  const button = (
    <Button kind="quiet" size="s" icon={icon} aria-haspopup="menu" onClick={menu ? undefined : () => setOpen(true)}>
      {/* On a phone the icon has to do. */}
      <span className="max-desk:sr-only">{label}</span>
    </Button>
  );
  if (!menu) return button;
  return (
    <menu.Menu
      open={isOpen}
      onOpenChange={setOpen}
      trigger={button}
      heading={heading}
      items={items}
      position="bottom-left"
    />
  );
}
