import { Dialog } from '@base-ui/react/dialog';
import { Search, X } from 'lucide-react';
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';

export interface CommandItem {
  id: string;
  icon: ReactNode;
  label: ReactNode;
  /** Shown in grey after the label, and cut before it. */
  detail?: string | undefined;
  onChoose: () => void;
  /** Tab leads to what else can be done with it. */
  onMore?: (() => void) | undefined;
}

export interface CommandGroup {
  id: string;
  label: string;
  items: readonly CommandItem[];
}

export interface CommandDialogProps {
  open: boolean;
  onClose: () => void;
  closeLabel: string;
  /** Names the dialog and its field. */
  label: string;
  placeholder: string;
  value: string;
  onValueChange: (value: string) => void;
  /** What the field is about, in front of it; Backspace in an empty field takes it away. */
  about?: string | undefined;
  onLeaveAbout?: (() => void) | undefined;
  groups: readonly CommandGroup[];
  /** Shown when there are no items. */
  empty: ReactNode;
  /** Said after each change, and shown at the end. */
  status: string;
  /** Which keys do what. */
  hints: ReactNode;
}

/** A field above a list of what can be opened or done. The focus stays in the field; the arrow keys choose. */
export function CommandDialog(props: CommandDialogProps) {
  return (
    <Dialog.Root open={props.open} onOpenChange={(next) => !next && props.onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-120 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Viewport className="fixed inset-0 z-40 px-4 pt-4 phone:pt-28">
          <Dialog.Popup
            aria-label={props.label}
            className="mx-auto flex max-h-[min(42rem,calc(100dvh-8rem))] w-full max-w-160 flex-col overflow-hidden rounded-lg border border-line bg-surface text-text shadow-floating outline-none max-phone:max-h-[calc(100dvh-2rem)]"
          >
            <Commands {...props} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Commands({ onClose, label, placeholder, value, onValueChange, groups, ...props }: CommandDialogProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const items = groups.flatMap((group) => group.items);
  const [wanted, setWanted] = useState<string | null>(null);
  const found = items.findIndex((item) => item.id === wanted);
  const active = found === -1 ? items[0] : items[found];
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active?.id]);

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && items.length > 0) {
      const next = (Math.max(found, 0) + step + items.length) % items.length;
      setWanted(items[next]?.id ?? null);
    } else if (event.key === 'Enter') active?.onChoose();
    else if (event.key === 'Tab' && !event.shiftKey && active?.onMore) active.onMore();
    else if (event.key === 'Backspace' && value === '' && props.onLeaveAbout) props.onLeaveAbout();
    else return;
    event.preventDefault();
  }

  return (
    <>
      <div className="flex items-center gap-3 border-b border-line px-5">
        <Search size={18} strokeWidth={1.75} aria-hidden="true" className="flex-none text-2nd" />
        {props.about && (
          <span className="max-w-1/2 flex-none truncate rounded-sm bg-sunken px-2 py-1 text-small">{props.about}</span>
        )}
        <input
          role="combobox"
          aria-label={label}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={active ? `${id}-${active.id}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={200}
          placeholder={placeholder}
          value={value}
          onChange={(event) => {
            setWanted(null);
            onValueChange(event.target.value);
          }}
          onKeyDown={press}
          className="min-h-15 min-w-0 flex-1 bg-transparent text-[1.0625rem] outline-none placeholder:text-2nd"
        />
        <button
          type="button"
          onClick={onClose}
          className="touch flex-none rounded-sm border border-line px-1.5 py-0.5 text-tag text-2nd hover:text-text pointer-coarse:border-transparent"
        >
          <span className="pointer-coarse:hidden">Esc</span>
          <span className="sr-only">{props.closeLabel}</span>
          <X size={20} strokeWidth={1.75} aria-hidden="true" className="hidden pointer-coarse:block" />
        </button>
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        className="overflow-y-auto overscroll-contain"
      >
        {groups.map((group, place) => (
          <Fragment key={group.id}>
            {group.items.length > 0 && (
              <div
                role="group"
                aria-labelledby={`${id}-${group.id}`}
                className={place === 0 ? 'px-2 py-2' : 'border-t border-line px-2 py-2'}
              >
                <div id={`${id}-${group.id}`} className="px-3 py-1.5 text-small text-2nd">
                  {group.label}
                </div>
                {group.items.map((item) => (
                  // The keys are handled by the field, which has the focus.
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
                  <div
                    key={item.id}
                    id={`${id}-${item.id}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={item === active}
                    onClick={item.onChoose}
                    onPointerMove={() => setWanted(item.id)}
                    className="flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 py-1.5 aria-selected:bg-accent-soft forced-colors:aria-selected:outline-2"
                  >
                    <span className="flex w-8.5 flex-none justify-center text-2nd [&_svg]:size-4.5">{item.icon}</span>
                    <span className="min-w-0 truncate font-medium">{item.label}</span>
                    {item.detail && <span className="min-w-0 flex-1 truncate text-small text-2nd">{item.detail}</span>}
                  </div>
                ))}
              </div>
            )}
          </Fragment>
        ))}
      </div>
      {items.length === 0 && <div className="px-5 py-6 text-2nd">{props.empty}</div>}
      <div className="flex items-center justify-between gap-4 border-t border-line bg-page px-5 py-2.5 text-small text-2nd">
        <div className="flex flex-wrap gap-x-4 gap-y-1 max-phone:hidden">{props.hints}</div>
        <div role="status" className="num ms-auto">
          {props.status}
        </div>
      </div>
    </>
  );
}

/** A key as it is printed on the keyboard. */
export function Key({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex min-h-5.5 min-w-5.5 items-center justify-center rounded-sm border border-line bg-surface px-1.5 font-sans text-tag text-2nd">
      {children}
    </kbd>
  );
}
