import type { Toast, ToastContent, ToastQueue } from '@postern/ui/overlays/toast';
import { createStore } from './store/store.ts';

const toasts = createStore<readonly Toast[]>([]);
let turn = 0;

/**
 * The toasts at the bottom of the screen: 4000 ms, centred, with a close action. Spec 1 §9.
 * A queue of our own, because the library's would load its components too, which the login screen doesn't need.
 */
export const toastQueue: ToastQueue = {
  show(content) {
    turn += 1;
    const toast: Toast = { ...content, id: content.id ?? `toast-${turn}`, turn };
    const others = toasts.read();
    const known = others.some((other) => other.id === toast.id);
    toasts.write(known ? others.map((other) => (other.id === toast.id ? toast : other)) : [...others, toast]);
    return toast.id;
  },
  dismiss: (id) => toasts.write(toasts.read().filter((toast) => toast.id !== id)),
  list: toasts.read,
  subscribe: toasts.subscribe,
};

/** Shows a sentence as a toast, from anywhere. The same sentence again restarts the time of its toast. */
export const showToast = (text: string, more: Omit<ToastContent, 'text'> = {}): string =>
  toastQueue.show({ id: text, ...more, text });
