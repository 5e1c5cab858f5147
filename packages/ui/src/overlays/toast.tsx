import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '../buttons/icon-button.tsx';
import { StatusIcon, type StatusKind } from '../feedback/status-icon.tsx';
import { createToastQueue, type Toast, type ToastAction, type ToastKind, type ToastQueue } from './toast-queue.ts';
import { useBorrowedFocus } from './use-borrowed-focus.ts';

const DEFAULT_MS = 4000;
const PLACE = 'pointer-events-none fixed inset-x-4 z-60 mx-auto flex max-w-[26rem] flex-col gap-2.5';
const HEAD = `${PLACE} top-4`;
const FOOT = `${PLACE} bottom-[calc(var(--foot-taken,0px)+1rem)] phone:bottom-[max(1.5rem,var(--foot-taken,0px)+1rem)] in-data-foot-crowded:top-4 in-data-foot-crowded:bottom-auto max-phone:[body:has(:is([role=dialog],[role=alertdialog]))_&]:top-4 max-phone:[body:has(:is([role=dialog],[role=alertdialog]))_&]:bottom-auto`;
const KIND_SIGN: Record<ToastKind, StatusKind> = { info: 'info', success: 'good', error: 'bad' };

export interface ToastProviderProps {
  children: ReactNode;
  /** Names the close button of each toast. */
  closeLabel: string;
  /** Names the region where toasts appear. */
  regionLabel: string;
  /** How long a toast stays, in milliseconds, unless it says otherwise. */
  durationMs?: number | undefined;
  queue?: ToastQueue | undefined;
  /** Where toasts appear: at the foot of the window, or at its head, where a page as high as its content begins. */
  place?: 'foot' | 'head' | undefined;
  /** More buttons of every toast, which then stays until one is pressed. */
  answers?: readonly ToastAction[] | undefined;
}

export function ToastProvider({
  children,
  closeLabel,
  regionLabel,
  durationMs = DEFAULT_MS,
  queue: given,
  place = 'foot',
  answers = [],
}: ToastProviderProps) {
  const [own] = useState(createToastQueue);
  const queue = given ?? own;
  const toasts = useSyncExternalStore(queue.subscribe, queue.list, queue.list);
  const [hoveredId, setHoveredId] = useState<string | null>(null);
  const { section, focused, ...focusEvents } = useBorrowedFocus(toasts);
  const held = focused || toasts.some((toast) => toast.id === hoveredId);
  const lists = { closeLabel, durationMs, held, queue, answers, onHover: setHoveredId };
  return (
    <>
      {children}
      {createPortal(
        <section
          aria-label={regionLabel}
          data-slot="toasts"
          ref={section}
          {...focusEvents}
          className={place === 'head' ? HEAD : FOOT}
        >
          {/* Two live regions that are always there: one waits for a pause, the other interrupts. */}
          <ToastList live="assertive" toasts={toasts.filter((toast) => toast.kind === 'error')} {...lists} />
          <ToastList live="polite" toasts={toasts.filter((toast) => toast.kind !== 'error')} {...lists} />
        </section>,
        document.body,
      )}
    </>
  );
}

interface ListProps {
  live: 'polite' | 'assertive';
  toasts: readonly Toast[];
  closeLabel: string;
  durationMs: number;
  held: boolean;
  queue: ToastQueue;
  answers: readonly ToastAction[];
  onHover: (id: string | null) => void;
}

function ToastList({ live, toasts, ...rest }: ListProps) {
  return (
    <div aria-live={live} aria-relevant="additions text" className="flex flex-col gap-2.5 empty:hidden">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} {...rest} />
      ))}
    </div>
  );
}

function ToastCard({
  toast,
  closeLabel,
  durationMs,
  held,
  queue,
  answers,
  onHover,
}: Omit<ListProps, 'live' | 'toasts'> & { toast: Toast }) {
  const { id, turn, kind = 'info' } = toast;
  const actions = [...(toast.actions ?? []), ...answers];
  const textId = useId();
  const staysMs = actions.length > 0 ? Number.POSITIVE_INFINITY : (toast.durationMs ?? durationMs);
  // Hover or focus stops a toast's timer; leaving restarts it, so that nothing vanishes under the pointer.
  useEffect(() => {
    if (held || staysMs === Number.POSITIVE_INFINITY) return;
    const timer = window.setTimeout(() => queue.dismiss(id), staysMs);
    return () => window.clearTimeout(timer);
  }, [held, staysMs, id, turn, queue]);
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    // A dialog below the toast stays open.
    event.stopPropagation();
    queue.dismiss(id);
  }
  return (
    <div
      role="group"
      aria-labelledby={textId}
      data-slot="toast"
      data-kind={kind}
      onPointerEnter={() => onHover(id)}
      onPointerLeave={() => onHover(null)}
      className="pointer-events-auto flex animate-rise items-start gap-3 rounded-md border border-line bg-surface py-3 ps-4 pe-2.5 text-text shadow-floating"
    >
      <StatusIcon kind={KIND_SIGN[kind]} size={20} className={SIGN_COLOUR[kind]} />
      <div className="min-w-0 flex-1 self-center">
        {toast.title && <div className="font-strong">{toast.title}</div>}
        <div id={textId} className={toast.title ? 'text-label text-2nd' : 'text-label leading-[1.45]'}>
          {toast.text}
        </div>
        {actions.length > 0 && (
          <div className="mt-2 flex flex-wrap gap-4">
            {actions.map((action) => (
              <button
                key={action.label}
                type="button"
                onKeyDown={onKeyDown}
                className="touch rounded-[3px] text-label font-strong text-accent-text hover:underline underline-offset-3"
                onClick={() => {
                  queue.dismiss(id);
                  action.onPress?.();
                }}
              >
                {action.label}
              </button>
            ))}
          </div>
        )}
      </div>
      <IconButton label={closeLabel} size="s" onClick={() => queue.dismiss(id)} onKeyDown={onKeyDown} className="-my-1">
        <X size={16} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}

const SIGN_COLOUR: Record<ToastKind, string> = {
  info: 'mt-px flex-none text-accent-text',
  success: 'mt-px flex-none text-good',
  error: 'mt-px flex-none text-bad',
};
