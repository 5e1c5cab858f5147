import { tellHost } from './tell-host.ts';

/** At most so often the page around the panel changes the frame's height. Spec 1 §4. */
const PAUSE_MS = 2000;

/**
 * Tells the page around the panel how high the content is: at once, then at most every two seconds, and the last height for certain.
 * Returns what ends it.
 */
export function reportHeight(content: HTMLElement): () => void {
  // Otherwise the frame's own height would be the content's least, and nothing would ever get lower.
  document.documentElement.dataset['framed'] = '';
  let told = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const tell = () => {
    timer = null;
    const height = Math.ceil(content.getBoundingClientRect().height);
    if (height === 0 || height === told) return;
    told = height;
    tellHost({ type: 'resize', height });
    timer = setTimeout(tell, PAUSE_MS);
  };
  const observer = new ResizeObserver(() => timer ?? tell());
  observer.observe(content);
  return () => {
    observer.disconnect();
    if (timer !== null) clearTimeout(timer);
    delete document.documentElement.dataset['framed'];
  };
}
