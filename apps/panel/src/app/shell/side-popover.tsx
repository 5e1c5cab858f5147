import { type ReactNode, useId } from 'react';

type Props = {
  /** Names the panel that opens; screen readers say it after the text on the button. */
  label: string;
  /** The text on the button. The button's name begins with it, so that people who use voice control can say what they see. */
  face: ReactNode;
  /** Classes of the button and of the place where its panel opens. */
  buttonClass: string;
  placeClass: string;
  children: (close: () => void) => ReactNode;
};

/** A button of the sidebar with its popover: the browser's own, above everything, closed by Escape or a press outside. */
export function SidePopover({ label, face, buttonClass, placeClass, children }: Props) {
  const id = useId();
  const close = () => document.getElementById(id)?.hidePopover();
  return (
    <>
      <button type="button" popoverTarget={id} className={buttonClass}>
        {face}
        <span className="sr-only">{label}</span>
      </button>
      <div id={id} popover="auto" role="group" aria-label={label} className={`${PANEL} ${placeClass}`}>
        {children(close)}
      </div>
    </>
  );
}

const PANEL =
  'fixed m-0 max-h-[min(34rem,calc(100dvh-9rem))] w-57 overflow-y-auto rounded-md border border-line bg-surface text-text shadow-floating';
