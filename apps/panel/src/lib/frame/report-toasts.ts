import { toastQueue } from '../toasts.ts';
import { tellHost } from './tell-host.ts';

/** Tells the page around the panel each toast, once for every time it is shown. Returns what ends it. */
export function reportToasts(): () => void {
  let told = 0;
  return toastQueue.subscribe(() => {
    for (const { text, kind = 'info', turn } of toastQueue.list()) {
      if (turn <= told || typeof text !== 'string') continue;
      told = turn;
      tellHost({ type: 'toast', kind, text });
    }
  });
}
