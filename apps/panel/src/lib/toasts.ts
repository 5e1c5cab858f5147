import { createToastQueue, type ToastContent } from '@postern/ui/overlays/toast-queue';

/** The toasts at the bottom of the screen: 4000 ms, centred, with a close action. Spec 1 §9. What draws them comes with the first one. */
export const toastQueue = createToastQueue();

/** Shows a sentence as a toast, from anywhere. The same sentence again restarts the time of its toast. */
export const showToast = (text: string, more: Omit<ToastContent, 'text'> = {}): string =>
  toastQueue.show({ id: text, ...more, text });
