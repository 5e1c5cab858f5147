import { takeOver, twinOf } from './take-over.ts';

/** The longest that the picture hides a panel that has drawn another screen. */
const PATIENCE_MS = 5_000;
/** The click that ends a tap comes this much later than the finger leaves, at most. */
const CLICK_MS = 60;
/** What stands for a screen that is being opened, or for rows that are being read. */
const WAITING = '[role=status] svg, .animate-breathe';

export type Shown = {
  picture: HTMLElement;
  /** What the panel has drawn once it shows what the picture does. */
  there: string;
  /** What works in the panel only, so that a press of it is made again there. */
  pressable: string;
  /** Which presses are made again: that of the last one, or that of each, in their order. Of two menus only one can be open. */
  again: 'last' | 'each';
};

/**
 * Shows the picture in place of what the panel draws, until that is the picture's screen, or anything else but waiting: then the same frame
 * shows the panel alone. Meanwhile links work, and presses are kept. They are made again in the panel, and what is typed goes along.
 */
export function untilPanelIsThere({ picture, there, pressable, again }: Shown, root: HTMLElement): void {
  const listening = new AbortController();
  const { signal } = listening;
  const pressed: HTMLElement[] = [];
  let isDown = false;
  let isUntouched = true;
  let scrolled = window.scrollY;
  let lost: ReturnType<typeof setTimeout> | undefined;

  function press(event: MouseEvent): void {
    const control = (event.target as Element).closest<HTMLElement>(pressable);
    // A link that is opened in another tab needs no panel.
    if (!control || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (again === 'last') for (const each of pressed.splice(0)) mark(each, false);
    mark(control, true);
    if (!pressed.includes(control)) pressed.push(control);
  }
  function letGo(): void {
    setTimeout(() => {
      isDown = false;
      look();
    }, CLICK_MS);
  }
  function look(): void {
    // A button that goes under a finger loses its click.
    if (isDown || signal.aborted) return;
    if (root.querySelector(there)) end(true);
    else if (isAnotherScreen()) end(false);
  }
  function isAnotherScreen(): boolean {
    if (root.childElementCount > 0) lost ??= setTimeout(() => end(false), PATIENCE_MS);
    const main = root.querySelector('main') ?? root;
    return main.textContent !== '' && !root.querySelector(WAITING);
  }
  const changes = new MutationObserver(look);

  function end(isSame: boolean): void {
    changes.disconnect();
    listening.abort();
    clearTimeout(lost);
    root.style.visibility = '';
    const controls = isSame ? pressed.map((control) => twinOf(control, picture, root)) : [];
    try {
      if (isSame) takeOver(picture, root, isUntouched);
    } finally {
      picture.remove();
    }
    if (isSame && scrolled > 0) stayAt(scrolled);
    // First React hears of what was typed: a button may wait for it.
    setTimeout(() => {
      for (const control of controls) control?.click();
    });
  }

  picture.dataset['slot'] = 'picture';
  Object.assign(picture.style, { position: 'absolute', insetInline: '0', top: '0' });
  picture.addEventListener('click', press);
  picture.addEventListener('focusin', () => {
    isUntouched = false;
  });
  document.addEventListener('pointerdown', () => void (isDown = true), { capture: true, signal });
  for (const up of ['pointerup', 'pointercancel']) document.addEventListener(up, letGo, { capture: true, signal });
  window.addEventListener('scroll', () => void (scrolled = window.scrollY), { passive: true, signal });
  root.style.visibility = 'hidden';
  document.body.append(picture);
  changes.observe(root, { childList: true, subtree: true });
}

function mark(control: HTMLElement, isHeard: boolean): void {
  control.ariaBusy = isHeard ? 'true' : null;
  control.style.opacity = isHeard ? '0.6' : '';
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
