import type { Toast, ToastContent, ToastQueue } from '@postern/ui/overlays/toast';
import { createStore } from './store/store.ts';

const toasts = createStore<readonly Toast[]>([]);
let turn = 0;

/**
 * Everything that is said at the foot of the screen; 4000 ms, bottom centre, with a close action. Spec 1 §9.
 * The library's own queue would bring its drawing along, which the login screen does without.
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

/** Says a whole sentence, from anywhere. The same sentence twice is one toast whose time starts anew. */
export const showToast = (text: string, more: Omit<ToastContent, 'text'> = {}): string =>
  toastQueue.show({ id: text, ...more, text });
