type Field = HTMLInputElement | HTMLSelectElement;

const nameOf = (control: Element): string =>
  control.ariaLabel ?? control.getAttribute('name') ?? control.textContent ?? '';

/** The same control in the panel: the one with its name, and in its place if several have it. */
export function twinOf<Control extends HTMLElement>(control: Control, picture: Element, root: Element): Control | null {
  const alike = (place: Element) =>
    [...place.querySelectorAll<Control>(control.tagName)].filter((each) => nameOf(each) === nameOf(control));
  return alike(root)[alike(picture).indexOf(control)] ?? null;
}

/**
 * Moves what the fields hold, then the focus with the caret. Whoever filled in a field, and whether anybody told so, doesn't matter. A field
 * that takes the focus by itself has it also where nothing was painted yet, as in a tab in the background.
 */
export function takeOver(picture: Element, root: Element, isUntouched: boolean): void {
  for (const from of picture.querySelectorAll<Field>('input, select')) {
    const to = twinOf(from, picture, root);
    if (to && from.value !== '' && from.value !== to.value) fill(to, from.value);
  }
  const focused = isUntouched ? picture.querySelector('[autofocus]') : document.activeElement;
  const twin = focused instanceof HTMLElement && picture.contains(focused) ? twinOf(focused, picture, root) : null;
  if (!twin) return;
  twin.focus({ preventScroll: true });
  if (focused instanceof HTMLInputElement && twin instanceof HTMLInputElement) moveCaret(focused, twin);
}

/** As if it was typed or chosen there: React looks at the value that the element's own property gets. */
function fill(field: Field, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  for (const told of ['input', 'change']) field.dispatchEvent(new Event(told, { bubbles: true }));
}

function moveCaret(
  { value, selectionStart, selectionEnd, selectionDirection }: HTMLInputElement,
  to: HTMLInputElement,
): void {
  // It is there by itself.
  if (selectionStart === value.length) return;
  const { type } = to;
  // In a field for an email address a browser sets no caret, but one that is there stays.
  if (type === 'email') to.type = 'text';
  to.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? 'none');
  to.type = type;
}
