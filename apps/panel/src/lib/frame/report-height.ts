import { tellHost } from './tell-host.ts';

/** At most so often the page around the panel changes the frame's height. Spec 1 §4. */
const PAUSE_MS = 2000;
/** A screen grows in steps while it is drawn. A step that was told would hold back the height it ends with for a whole pause. */
const SETTLED_MS = 250;
const LONGEST_WAIT_MS = 1000;

/**
 * Tells the page around the panel how high the content is: once it has settled, then at most every two seconds, and the last height for certain.
 * Returns what ends it.
 */
export function reportHeight(content: HTMLElement): () => void {
  // Otherwise the frame's own height would be the content's least, and nothing would ever get lower.
  document.documentElement.dataset['framed'] = '';
  let told = 0;
  let changedAt: number | null = null;
  let isPaused = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    changedAt = null;
    const height = Math.ceil(content.getBoundingClientRect().height);
    isPaused = height !== 0 && height !== told;
    if (!isPaused) return;
    told = height;
    tellHost({ type: 'resize', height });
    timer = setTimeout(tell, PAUSE_MS);
  };
  const observer = new ResizeObserver(() => {
    if (isPaused) return;
    changedAt ??= performance.now();
    clearTimeout(timer);
    timer = setTimeout(tell, Math.min(SETTLED_MS, changedAt + LONGEST_WAIT_MS - performance.now()));
  });
  observer.observe(content);
  return () => {
    observer.disconnect();
    clearTimeout(timer);
    delete document.documentElement.dataset['framed'];
  };
}
