/** How long a person looks before we fetch what they may press next, unasked. */
const IDLE_MS = 10_000;
/** The click that ends a tap comes this much later than the finger leaves, at most. */
const CLICK_MS = 60;
const CONTROL = 'a, button, input, select, textarea, summary, label, [role=button]';

const waiting = new Set<() => void>();
let idle: ReturnType<typeof setTimeout> | undefined;
let isListening = false;
let isPressed = false;
let mouseAt = '';
let onRelease: (() => void)[] = [];

/**
 * Calls back when the person is about to use the screen: the mouse moves, a key is pressed, a finger is on a button; on a fast connection
 * also after they have looked for a while. Returns a function that cancels this.
 */
export function beforeUse(act: () => void): () => void {
  listen();
  waiting.add(act);
  idle ??= isFastLine() ? setTimeout(tell, IDLE_MS) : undefined;
  return () => {
    waiting.delete(act);
    if (waiting.size === 0) stopIdle();
  };
}

/** Resolves once nothing is pressed. A button that is replaced under a finger would lose its click. */
export async function afterPress(): Promise<void> {
  if (isPressed) await new Promise<void>((resolve) => onRelease.push(resolve));
}

function tell(): void {
  if (waiting.size === 0) return;
  stopIdle();
  const due = [...waiting];
  waiting.clear();
  for (const act of due) act();
}

function stopIdle(): void {
  clearTimeout(idle);
  idle = undefined;
}

function listen(): void {
  if (isListening) return;
  isListening = true;
  document.addEventListener('keydown', tell, true);
  document.addEventListener('pointermove', sense, true);
  document.addEventListener(
    'pointerdown',
    (event) => {
      isPressed = true;
      sense(event);
    },
    true,
  );
  for (const end of ['pointerup', 'pointercancel'] as const) document.addEventListener(end, release, true);
}

/** A finger that scrolls is not about to use anything; one on a button is. */
function sense({ type, pointerType, target, screenX, screenY }: PointerEvent): void {
  const former = mouseAt;
  mouseAt = `${screenX} ${screenY}`;
  if (waiting.size === 0) return;
  // A screen that is drawn under a mouse at rest gets one move, too.
  if (type === 'pointermove' && (former === '' || former === mouseAt)) return;
  const isOnControl = target instanceof Element && target.closest(CONTROL) !== null;
  if (pointerType === 'mouse' || isOnControl) tell();
}

function release(): void {
  const due = onRelease;
  onRelease = [];
  setTimeout(() => {
    isPressed = false;
    for (const act of due) act();
  }, CLICK_MS);
}

type Line = { saveData?: boolean; downlink?: number; rtt?: number };

/** Browsers that don't say are taken for fast on a computer only. */
function isFastLine(): boolean {
  const { connection } = navigator as Navigator & { connection?: Line };
  if (!connection) return matchMedia('(pointer: fine)').matches;
  return connection.saveData !== true && (connection.downlink ?? 0) >= 5 && (connection.rtt ?? 1_000) <= 100;
}
