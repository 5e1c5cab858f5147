/** Menus, lists and popovers. They grow from where they open. */
export const POPUP = [
  'rounded-md border border-line bg-surface text-text shadow-floating outline-none',
  'origin-(--transform-origin) transition-[opacity,scale] duration-120 ease-calm',
  'data-starting-style:opacity-0 data-starting-style:scale-97 data-ending-style:opacity-0 data-ending-style:scale-97',
].join(' ');

/** One line of such a list. */
export const POPUP_ITEM = [
  'flex cursor-pointer items-center gap-2.75 rounded-sm px-2.5 py-2 text-nav leading-[1.5] outline-none select-none',
  'data-highlighted:bg-sunken forced-colors:data-highlighted:outline-2 data-disabled:cursor-not-allowed data-disabled:text-3rd',
].join(' ');
