import { type Context, isContext, isElement, type Node, NotInPicture } from './stand-ins/react.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** Properties of a component or of React, which are no attributes. */
const NO_ATTRIBUTE = /^(children|key|ref|suppressHydrationWarning|on[A-Z].*)$/;
const NAMES: Record<string, string> = { className: 'class', htmlFor: 'for' };
/** What SVG writes with hyphens. */
const HYPHENATED = /^(?:stroke|fill|clip|font|text)[A-Z]/;
/** Attributes whose `true` and `false` are words. */
const IN_WORDS = /^(?:aria-|data-|spellCheck$|draggable$)/;

/** Draws elements into a place of the page, as React would draw them the first time. Values become text nodes and attributes, never markup. */
export function draw(node: Node, into: Element): void {
  if (node === null || node === undefined || typeof node === 'boolean') return;
  if (typeof node === 'string' || typeof node === 'number') into.append(String(node));
  else if (Array.isArray(node)) for (const each of node) draw(each as Node, into);
  else if (isElement(node)) drawElement(node.type, node.props, into);
  else throw new NotInPicture('something that is no element');
}

function drawElement(type: unknown, props: Record<string, unknown>, into: Element): void {
  if (typeof type === 'string') return drawTag(type, props, into);
  if (typeof type === 'function') return draw((type as (props: object) => Node)(props), into);
  if (isContext(type)) return drawWithin(type, props, into);
  // A fragment.
  if (typeof type === 'symbol') return draw(props['children'] as Node, into);
  throw new NotInPicture('a component that the picture leaves out');
}

function drawWithin(context: Context<unknown>, { value, children }: Record<string, unknown>, into: Element): void {
  const before = context.value;
  context.value = value;
  try {
    draw(children as Node, into);
  } finally {
    context.value = before;
  }
}

function drawTag(tag: string, props: Record<string, unknown>, into: Element): void {
  const isSvg = tag === 'svg' || into.namespaceURI === SVG;
  const element = isSvg ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(props)) if (!NO_ATTRIBUTE.test(name)) setAttribute(element, name, value);
  draw(props['children'] as Node, element);
  // Which option is chosen is no attribute.
  if (element instanceof HTMLSelectElement) element.value = String(props['value']);
  into.append(element);
}

function setAttribute(element: HTMLElement | SVGElement, name: string, value: unknown): void {
  if (name === 'dangerouslySetInnerHTML') throw new NotInPicture('markup');
  if (value === null || value === undefined) return;
  // Our policy allows no style attributes, but a script may set each property.
  if (name === 'style') return setStyle(element, value as Record<string, string | number>);
  if (typeof value === 'boolean' && !IN_WORDS.test(name)) {
    if (value) element.setAttribute(name, '');
    return;
  }
  const hyphenated = HYPHENATED.test(name) ? name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) : name;
  element.setAttribute(NAMES[name] ?? hyphenated, String(value as string | number | boolean));
}

function setStyle(element: HTMLElement | SVGElement, style: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(style)) {
    const property = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    element.style.setProperty(property, typeof value === 'number' ? `${value}px` : value);
  }
}
