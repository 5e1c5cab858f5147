import { Menu as BaseMenu } from '@base-ui/react/menu';
import { type ReactElement, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '../cx.ts';
import { POPUP, POPUP_ITEM } from './popup-classes.ts';

/** Where the menu opens: below or above its button, aligned with its right or left edge. */
export type MenuPosition = 'bottom-right' | 'bottom-left' | 'top-right' | 'top-left';

export interface MenuItem {
  id: string;
  label: ReactNode;
  icon?: ReactNode;
  hint?: ReactNode;
  onSelect?: (() => void) | undefined;
  /** Goes somewhere instead of doing something. */
  href?: string | undefined;
  newTab?: boolean | undefined;
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Highlighted as the current one. */
  current?: boolean | undefined;
}

export type MenuEntry = MenuItem | 'separator';

export interface MenuProps {
  /** A button; it gets the properties that open the menu. */
  trigger: ReactElement;
  items: readonly MenuEntry[];
  position?: MenuPosition | undefined;
  /** Above the items. */
  heading?: ReactNode;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  /** Pixels. */
  width?: number | undefined;
}

/** A menu of actions on the thing its button belongs to. */
export function Menu({
  trigger,
  items,
  position = 'bottom-right',
  heading,
  open,
  onOpenChange,
  width = 232,
}: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  // Inside the page's landmark, so that a screen reader knows where it is.
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const findPlace = () => setPlace(button.current?.closest<HTMLElement>('main') ?? document.body);
  // A menu may be open from the start: without a container it would never be drawn.
  useLayoutEffect(() => {
    if (open) findPlace();
  }, [open]);
  function change(next: boolean) {
    if (next) findPlace();
    onOpenChange?.(next);
  }
  const [side, edge] = position.split('-') as ['bottom' | 'top', 'right' | 'left'];
  return (
    <BaseMenu.Root {...(open === undefined ? {} : { open })} onOpenChange={change}>
      <BaseMenu.Trigger ref={button} render={trigger} />
      <BaseMenu.Portal container={place}>
        <BaseMenu.Positioner
          side={side}
          align={edge === 'right' ? 'end' : 'start'}
          sideOffset={6}
          className="z-50 outline-none"
        >
          <BaseMenu.Popup
            style={{ minWidth: width }}
            className={cx(
              POPUP,
              'max-h-(--available-height) max-w-[min(22rem,var(--available-width))] overflow-y-auto p-1.5',
            )}
          >
            {heading && <div className="px-2.5 pt-1.5 pb-1 text-small text-3rd">{heading}</div>}
            {items.map((entry, index) =>
              entry === 'separator' ? (
                <BaseMenu.Separator key={`before-${idOf(items[index + 1])}`} className="my-1.5 border-t border-line" />
              ) : (
                <Entry key={entry.id} item={entry} />
              ),
            )}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

function idOf(entry: MenuEntry | undefined): string {
  return entry === undefined || entry === 'separator' ? '' : entry.id;
}

function Entry({ item }: { item: MenuItem }) {
  const look = cx(
    POPUP_ITEM,
    'no-underline hover:no-underline pointer-coarse:py-2.75',
    item.danger ? 'text-bad [&_svg]:text-bad' : 'text-text [&_svg]:text-3rd',
    item.current && 'bg-accent-soft font-strong text-accent-text',
  );
  const content = (
    <>
      {item.icon && <span className="flex-none [&_svg]:size-4.5">{item.icon}</span>}
      <span className="min-w-0 flex-1">
        <span className="block">{item.label}</span>
        {item.hint && <span className="block text-small text-2nd">{item.hint}</span>}
      </span>
    </>
  );
  if (item.href !== undefined)
    return (
      <BaseMenu.LinkItem
        href={item.href}
        {...(item.newTab ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
        onClick={() => item.onSelect?.()}
        closeOnClick
        className={look}
      >
        {content}
      </BaseMenu.LinkItem>
    );
  return (
    <BaseMenu.Item
      disabled={item.disabled ?? false}
      onClick={() => item.onSelect?.()}
      data-danger={item.danger || undefined}
      aria-current={item.current ? 'true' : undefined}
      className={look}
    >
      {content}
    </BaseMenu.Item>
  );
}
