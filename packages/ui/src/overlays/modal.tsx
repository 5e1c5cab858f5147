import { Dialog } from '@base-ui/react/dialog';
import { ArrowLeft, X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '../buttons/icon-button.tsx';
import { cx } from '../cx.ts';
import { footBar } from '../layout/foot-bar.tsx';
import { useUiSettings } from '../ui-provider.tsx';
import { useHeldPlace } from './page-place.tsx';

export interface ModalProps {
  open: boolean;
  /** Called by the close button, a press on the overlay, or Escape. */
  onClose: () => void;
  title: ReactNode;
  /** One sentence under the title. */
  description?: ReactNode;
  /** A drawing above the title. */
  image?: ReactNode;
  /** A drawing at the head, on a band as wide as the dialog: for what has come true. */
  band?: ReactNode;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  closeLabel: string;
  /** Pixels. */
  width?: number | undefined;
  /** It can't be closed, because something is running that must not be interrupted. */
  locked?: boolean | undefined;
  /** Shown in the page without overlay; the provider's setting if left out. */
  asPage?: boolean | undefined;
  role?: 'dialog' | 'alertdialog' | undefined;
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** Where the focus goes afterwards, if not back to where it came from. */
  finalFocus?: RefObject<HTMLElement | null> | undefined;
  onClosed?: (() => void) | undefined;
  children?: ReactNode;
}

/** A dialog over the page: a sheet on a phone, and a page of its own where overlays aren't wanted. */
export function Modal(props: ModalProps) {
  const { modalsArePages } = useUiSettings();
  if (props.asPage ?? modalsArePages) return <PageModal {...props} />;
  return <OverlayModal {...props} />;
}

function OverlayModal(props: ModalProps) {
  const { open, onClose, title, description, width = 550, locked = false, role = 'dialog' } = props;
  const popup = useRef<HTMLDivElement>(null);
  const cameFrom = useFocusBefore(open);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next, { reason, event }) => {
        // The second press of a double click on what opens a dialog lands on its overlay.
        const isSecondPress = reason === 'outside-press' && event instanceof MouseEvent && event.detail > 1;
        if (!next && !locked && !isSecondPress) onClose();
      }}
      onOpenChangeComplete={(next) => !next && props.onClosed?.()}
    >
      <Dialog.Portal>
        {/* Also above another dialog, or a question would look like a part of what it asks about. */}
        <Dialog.Backdrop
          forceRender
          className="fixed inset-0 z-40 bg-scrim transition-opacity duration-160 data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <Dialog.Viewport className="fixed inset-0 z-40 grid grid-cols-[minmax(0,1fr)] overflow-y-auto overscroll-contain phone:p-4">
          <Dialog.Popup
            role={role}
            style={{ maxWidth: `max(${width}px, ${width / 16}rem)` }}
            className={POPUP}
            ref={popup}
            initialFocus={(how) => firstFocus(popup.current, props.initialFocus?.current ?? null, how)}
            finalFocus={props.finalFocus ?? (() => placeAfter(cameFrom.current))}
          >
            {props.band && <Band className="rounded-t-[inherit]">{props.band}</Band>}
            <header className="flex items-start gap-4 px-5 pt-5 phone:px-7 phone:pt-6">
              <div className="min-w-0 flex-1">
                {props.image && <div className="mb-4">{props.image}</div>}
                <Dialog.Title className={TITLE}>{title}</Dialog.Title>
                {description && <Dialog.Description className="mt-1.5 text-2nd">{description}</Dialog.Description>}
              </div>
              <Dialog.Close
                disabled={locked}
                render={
                  <IconButton label={props.closeLabel} className="-me-2 -mt-1">
                    <X size={18} strokeWidth={1.75} />
                  </IconButton>
                }
              />
            </header>
            <div data-part="body" className="flex-1 px-5 py-4 phone:px-7 phone:py-5 empty:py-2">
              {props.children}
            </div>
            {props.footer && (
              <footer data-part="footer" ref={footBar} className={FOOTER}>
                {props.footer}
              </footer>
            )}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The first field; else the main button; else the dialog itself, which makes a screen reader read its title. */
function firstFocus(popup: HTMLElement | null, wanted: HTMLElement | null, how: string): HTMLElement | boolean {
  if (wanted) return wanted;
  // A field that takes the focus would open a phone's keyboard over the dialog.
  if (!popup || how === 'touch') return popup ?? true;
  // A form may begin with a hidden user name, for password managers.
  const field = popup.querySelector<HTMLElement>(
    '[data-part=body] :is(input, textarea, select, [role=combobox], [role=radio][tabindex="0"]):enabled:not([hidden])',
  );
  return field ?? popup.querySelector<HTMLElement>('[data-part=footer] button:last-of-type:enabled') ?? popup;
}

const Band = ({ className, children }: { className?: string; children: ReactNode }) => (
  <div className={cx('flex items-end justify-center bg-accent-soft pt-6', className)}>{children}</div>
);

const TITLE = 'text-[1.25rem] leading-[1.3] font-heading tracking-[-0.012em] outline-none';
const POPUP = [
  // An address may be longer than a line, and has no place to break.
  'm-auto flex w-full flex-col bg-surface text-text outline-none wrap-break-word max-phone:mb-0 max-phone:max-w-none! max-phone:rounded-t-lg',
  // A dialog with fields fills a phone's screen: the keyboard comes and goes over it.
  'max-phone:has-[input,textarea,[role=combobox]]:min-h-full max-phone:has-[input,textarea,[role=combobox]]:rounded-none',
  'phone:rounded-lg phone:border phone:border-line phone:shadow-floating',
  'transition-[opacity,translate] duration-160 ease-calm data-starting-style:translate-y-2 data-starting-style:opacity-0 data-ending-style:translate-y-1 data-ending-style:opacity-0',
].join(' ');
const FOOTER = [
  'flex flex-wrap justify-end gap-2.5 px-5 pt-1 pb-5 phone:px-7 phone:pb-6',
  'max-phone:sticky max-phone:bottom-0 max-phone:flex-col-reverse max-phone:border-t max-phone:border-line max-phone:bg-surface max-phone:py-3.5 max-phone:*:w-full max-phone:*:min-h-12',
].join(' ');

/** The element that had the focus when a dialog opened, and the same control in the neighbouring rows. */
type Origin = { element: Element | null; beside: Element[] };

function useFocusBefore(open: boolean) {
  const cameFrom = useRef<Origin>({ element: null, beside: [] });
  useLayoutEffect(() => {
    if (open) cameFrom.current = originOf(document.activeElement);
  }, [open]);
  return cameFrom;
}

const CONTROLS = 'button, a[href]';

function originOf(element: Element | null): Origin {
  const row = element?.closest('tr, li');
  if (!element || !row) return { element, beside: [] };
  const place = [...row.querySelectorAll(CONTROLS)].indexOf(element);
  const rows = [row.nextElementSibling, row.previousElementSibling];
  return { element, beside: rows.flatMap((each) => each?.querySelectorAll(CONTROLS)[place] ?? []) };
}

/**
 * Back to where the focus was. If that is gone, such as a deleted row: to the next row, else to the page's main action or first control.
 */
function placeAfter({ element, beside }: Origin): HTMLElement | true {
  if (!(element instanceof HTMLElement) || element === document.body) return true;
  const stays = [element, ...beside].find((each) => each instanceof HTMLElement && each.isConnected);
  if (stays instanceof HTMLElement) return stays;
  const found = (controls: string) =>
    [...document.querySelectorAll<HTMLElement>(`main ${controls}:not(:disabled)`)].find((one) => one.checkVisibility());
  return found('[data-kind=primary]') ?? found(':is(button, a[href], input)') ?? true;
}

function PageModal(props: ModalProps) {
  // With what the rendering that closed it said.
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  return props.open && <OpenPage {...props} latest={latest} />;
}

function OpenPage({ latest, ...props }: ModalProps & { latest: RefObject<ModalProps> }) {
  const { title, description, image, band, footer, width = 550, locked = false } = props;
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // Before the page below it is hidden and loses the focus.
  const cameFrom = useFocusBefore(true);
  const { host, isCovered } = useHeldPlace(() => {
    const place = latest.current.finalFocus?.current ?? placeAfter(cameFrom.current);
    if (place !== true) place.focus();
    latest.current.onClosed?.();
  });
  useEffect(() => {
    // As a page does. On the way back, the focus brings into view what had it.
    window.scrollTo(0, 0);
    (props.initialFocus?.current ?? heading.current)?.focus();
  }, [props.initialFocus]);
  const shown = (
    <section
      aria-labelledby={titleId}
      data-slot="page-modal"
      hidden={isCovered}
      style={{ maxWidth: `max(${width}px, ${width / 16}rem)` }}
      className="w-full wrap-break-word"
    >
      <IconButton label={props.closeLabel} onClick={props.onClose} disabled={locked} className="-ms-2 mb-2">
        <ArrowLeft size={18} strokeWidth={1.75} />
      </IconButton>
      {image && <div className="mb-4">{image}</div>}
      {band && <Band className="mb-4 rounded-lg">{band}</Band>}
      <h1 id={titleId} ref={heading} tabIndex={-1} className="outline-none">
        {title}
      </h1>
      {description && <p className="mt-1.5 text-2nd">{description}</p>}
      <div className={description ? 'py-5' : 'pt-1.5 pb-5'}>{props.children}</div>
      {footer && (
        <footer
          className={cx('flex flex-wrap gap-2.5 max-phone:flex-col-reverse max-phone:*:min-h-12 max-phone:*:w-full')}
        >
          {footer}
        </footer>
      )}
    </section>
  );
  return host ? createPortal(shown, host) : shown;
}
