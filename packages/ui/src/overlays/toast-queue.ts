import type { ReactNode } from 'react';

export type ToastKind = 'info' | 'success' | 'error';

export interface ToastAction {
  label: string;
  /** Closes the toast afterwards. */
  onPress?: (() => void) | undefined;
}

export interface ToastContent {
  kind?: ToastKind | undefined;
  text: ReactNode;
  title?: ReactNode;
  /** A toast with actions stays until it is answered or closed. */
  actions?: readonly ToastAction[] | undefined;
  /** How long it stays, in milliseconds; `Infinity` until it is closed. */
  durationMs?: number | undefined;
  /** A toast with the same id replaces the former one. */
  id?: string | undefined;
}

export interface Toast extends ToastContent {
  readonly id: string;
  /** Counts how often a toast was shown with its id; each time restarts its timer. */
  readonly turn: number;
}

export interface ToastQueue {
  /** Returns the id of the toast. */
  show(content: ToastContent): string;
  dismiss(id: string): void;
  list(): readonly Toast[];
  subscribe(listener: () => void): () => void;
}

/** The list of visible toasts. It can be created outside React, so that a router or an API client can show toasts, too. */
export function createToastQueue(): ToastQueue {
  let toasts: readonly Toast[] = [];
  let made = 0;
  const listeners = new Set<() => void>();
  function change(next: readonly Toast[]) {
    toasts = next;
    for (const listener of listeners) listener();
  }
  return {
    show(content) {
      made += 1;
      const id = content.id ?? `toast-${made}`;
      const toast: Toast = { ...content, id, turn: made };
      const known = toasts.some((other) => other.id === id);
      change(known ? toasts.map((other) => (other.id === id ? toast : other)) : [...toasts, toast]);
      return id;
    },
    dismiss(id) {
      if (toasts.some((toast) => toast.id === id)) change(toasts.filter((toast) => toast.id !== id));
    },
    list: () => toasts,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
