import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip';
import { type ReactElement, type ReactNode, useId } from 'react';

export interface TooltipProps {
  text: ReactNode;
  /** A button or link with a name of its own; the tooltip only adds to it. */
  children: ReactElement;
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined;
}

/** A few more words on hover or focus. Never put anything essential in a tooltip: on a touch screen nobody sees it. */
export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  const id = useId();
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger render={children} delay={400} aria-describedby={id} />
      {/* Always there for a screen reader; only its picture comes and goes. */}
      <span id={id} hidden>
        {text}
      </span>
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner side={side} sideOffset={8} collisionPadding={8} className="z-50">
          <BaseTooltip.Popup className="max-w-[18rem] rounded-sm bg-text px-2.5 py-1.5 text-small text-page transition-opacity duration-120 data-ending-style:opacity-0 data-starting-style:opacity-0 forced-colors:border">
            {text}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  );
}
