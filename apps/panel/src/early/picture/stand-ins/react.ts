/*
 * Takes the place of React for the early picture, which is drawn once and never again: a state keeps its first value, and an effect never
 * runs. `draw.ts` draws the elements.
 */

type Element = { type: unknown; props: Record<string, unknown> };
export type Node = Element | readonly unknown[] | string | number | boolean | null | undefined;
export type Context<Value> = { value: Value; isContext: true; Provider: Context<Value> };

/** The picture can't show this; then the page stays as it is until the panel is there. */
export class NotInPicture extends Error {}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
export const isElement = (value: unknown): value is Element => isObject(value) && 'type' in value && 'props' in value;
export const isContext = (value: unknown): value is Context<unknown> => isObject(value) && 'isContext' in value;

const fragment = Symbol('fragment');
export const Fragment = fragment;
export const Suspense = fragment;

const element = (type: unknown, props: Record<string, unknown>): Element => ({ type, props });
export const jsx = element;
export const jsxs = element;

export function createElement(type: unknown, props: Record<string, unknown> | null, ...children: unknown[]): Element {
  return jsx(type, children.length === 0 ? { ...props } : { ...props, children });
}
export const cloneElement = ({ type, props }: Element, more: Record<string, unknown>): Element =>
  jsx(type, { ...props, ...more });

export function createContext<Value>(value: Value): Context<Value> {
  const context = { value, isContext: true } as Context<Value>;
  context.Provider = context;
  return context;
}
const valueOf = <Value>(context: Context<Value>): Value => context.value;
export const use = valueOf;
export const useContext = valueOf;

const nothing = (): void => {};
const first = <Value>(value: Value | (() => Value)): Value =>
  typeof value === 'function' ? (value as () => Value)() : value;

export const useState = <Value>(value: Value | (() => Value)): [Value, () => void] => [first(value), nothing];
export const useMemo = <Value>(make: () => Value): Value => make();
const same = <Value>(call: Value): Value => call;
export const useCallback = same;
export const useEffectEvent = same;
export const useRef = <Value>(current: Value): { current: Value } => ({ current });
export const useSyncExternalStore = <Value>(_subscribe: unknown, read: () => Value): Value => read();
export const useEffect = nothing;
export const useLayoutEffect = nothing;
export const useImperativeHandle = nothing;

let ids = 0;
export const useId = (): string => `picture-${(ids += 1)}`;

/** Code that is loaded later isn't there yet. */
export function lazy(): () => never {
  return () => {
    throw new NotInPicture('a part that is loaded later');
  };
}

export const forwardRef = <Draw>(draw: Draw): Draw => draw;
