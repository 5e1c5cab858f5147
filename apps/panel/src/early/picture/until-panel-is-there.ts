/** The longest that the picture hides a panel that has drawn something else than the list. */
const PATIENCE_MS = 5_000;
/** What stands for a screen that is being opened, or for rows that are being read. */
const WAITING = '[role=status] svg, .animate-breathe';
const ROWS = 'main ul[aria-label] > li';

/**
 * Shows the picture in place of what the panel draws, until that is the list, or anything else but waiting: then the same frame shows the panel
 * alone. Links work meanwhile. Of the buttons that are pressed, the last one is pressed again in the panel, and what is typed goes along.
 */
export function untilPanelIsThere(picture: HTMLElement, root: HTMLElement): void {
  let pressed: HTMLElement | null = null;
  const mark = (button: HTMLElement, isHeard: boolean) => {
    button.ariaBusy = isHeard ? 'true' : null;
    button.style.opacity = isHeard ? '0.6' : '';
  };
  picture.dataset['slot'] = 'picture';
  Object.assign(picture.style, { position: 'absolute', insetInline: '0', top: '0' });
  picture.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest('button');
    if (!button) return;
    if (pressed) mark(pressed, false);
    mark(button, true);
    pressed = button;
  });

  let scrolled = window.scrollY;
  const follow = () => {
    scrolled = window.scrollY;
  };
  window.addEventListener('scroll', follow, { passive: true });

  const changes = new MutationObserver(() => {
    if (root.querySelector(ROWS)) end(true);
    else if (isAnotherScreen()) end(false);
  });
  let lost: ReturnType<typeof setTimeout> | undefined;
  function isAnotherScreen(): boolean {
    if (root.childElementCount > 0) lost ??= setTimeout(() => end(false), PATIENCE_MS);
    const main = root.querySelector('main') ?? root;
    return main.textContent !== '' && !root.querySelector(WAITING);
  }

  function end(isList: boolean): void {
    changes.disconnect();
    clearTimeout(lost);
    window.removeEventListener('scroll', follow);
    const focused = picture.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null;
    const twin = isList && focused ? twinOf(focused, picture, root) : null;
    const button = isList && pressed ? twinOf(pressed, picture, root) : null;
    root.style.visibility = '';
    if (twin) takeOver(focused as HTMLElement, twin);
    picture.remove();
    if (isList && scrolled > 0) stayAt(scrolled);
    button?.click();
  }

  root.style.visibility = 'hidden';
  document.body.append(picture);
  changes.observe(root, { childList: true, subtree: true });
}

/** How soon after the picture the router has drawn its screen. */
const ROUTER_MS = 1_000;

/** Scrolls to a place, and back to it if the router goes to the top, which it does when it has drawn a screen. */
function stayAt(place: number): void {
  window.scrollTo(0, place);
  const done = new AbortController();
  const { signal } = done;
  const back = () => {
    if (window.scrollY > 0) return;
    done.abort();
    window.scrollTo(0, place);
  };
  window.addEventListener('scroll', back, { signal });
  // Somebody's own move counts.
  for (const move of ['touchmove', 'wheel', 'keydown', 'pointerdown'])
    window.addEventListener(move, () => done.abort(), { signal, passive: true });
  setTimeout(() => done.abort(), ROUTER_MS);
}

const nameOf = (control: Element): string => control.ariaLabel ?? control.textContent ?? '';

/** The same control in the panel: the one with its name, and in its place if several have it. */
function twinOf(control: HTMLElement, picture: Element, root: Element): HTMLElement | null {
  const alike = (place: Element) =>
    [...place.querySelectorAll<HTMLElement>(control.tagName)].filter((each) => nameOf(each) === nameOf(control));
  return alike(root)[alike(picture).indexOf(control)] ?? null;
}

/** Moves the focus, and what was typed, with the caret. */
function takeOver(from: HTMLElement, to: HTMLElement): void {
  to.focus({ preventScroll: true });
  if (!(from instanceof HTMLInputElement && to instanceof HTMLInputElement) || from.value === '') return;
  // As if it was typed there: React looks at the value that the element's own property gets.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(to, from.value);
  to.dispatchEvent(new Event('input', { bubbles: true }));
  to.setSelectionRange(from.selectionStart, from.selectionEnd);
}
