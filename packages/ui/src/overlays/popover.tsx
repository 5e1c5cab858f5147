import { Popover as BasePopover } from '@base-ui/react/popover';
import type { KeyboardEvent, ReactElement, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { POPUP } from './popup-classes.ts';

const HOVER_MS = 150;
const ARRIVING = /^(Tab|Arrow(Left|Right|Up|Down))$/;

export interface PopoverProps {
  trigger: ReactElement;
  /** Its name; shown as its heading unless hidden. */
  title: ReactNode;
  titleHidden?: boolean | undefined;
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined;
  align?: 'start' | 'center' | 'end' | undefined;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  /** Also opens on hover and when it is reached with Tab or an arrow key. Needs `open`. */
  openOnHover?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** More about something, or a few controls, next to what was pressed. */
export function Popover(props: PopoverProps) {
  const { trigger, title, titleHidden = false, side = 'bottom', align = 'start', open, onOpenChange } = props;
  const { openOnHover = false } = props;
  const hover = openOnHover ? { openOnHover, delay: HOVER_MS, closeDelay: HOVER_MS } : {};
  // Only for keys that move the focus, not for every focus: it also comes back from a dialog that was opened from here.
  const arrive = (event: KeyboardEvent) => openOnHover && ARRIVING.test(event.key) && onOpenChange?.(true);
  return (
    <BasePopover.Root
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange ? { onOpenChange: (next: boolean) => onOpenChange(next) } : {})}
    >
      <BasePopover.Trigger render={trigger} {...hover} onKeyUp={arrive} />
      <BasePopover.Portal>
        <BasePopover.Positioner
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={12}
          className="z-50 outline-none"
        >
          <BasePopover.Popup
            {...(openOnHover ? { initialFocus: false } : {})}
            className={cx(
              POPUP,
              'max-h-(--available-height) w-80 max-w-(--available-width) overflow-y-auto p-4',
              props.className,
            )}
          >
            <BasePopover.Title className={titleHidden ? 'sr-only' : 'mb-2 text-body font-strong'}>
              {title}
            </BasePopover.Title>
            {props.children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}
