import { type ReactNode, useId } from 'react';

type Props = {
  /** Names what it opens, and is said after the words on the button. */
  label: string;
  /** What stands on the button: it begins the button's name, so that those who speak to it say what they see. */
  face: ReactNode;
  /** Classes of the button and of the place where its panel opens. */
  buttonClass: string;
  placeClass: string;
  children: (close: () => void) => ReactNode;
};

/** A button of the side bar and what it opens. The browser's own popover: over everything, closed by Escape or a press elsewhere. */
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
  'fixed m-0 max-h-[min(26rem,70dvh)] w-57 overflow-y-auto rounded-md border border-line bg-surface text-text shadow-floating';
