/* Takes the place of what the early picture needs of the library: a component that is drawn as another element, and a setting. */
import { cloneElement, jsx, type Node } from './react.ts';

export { Fragment as CSPProvider } from './react.ts';

type Asked = {
  defaultTagName?: string;
  render?: { type: unknown; props: Record<string, unknown> };
  props: Record<string, unknown>;
};

export function useRender({ defaultTagName = 'div', render, props }: Asked): Node {
  return render === undefined ? jsx(defaultTagName, props) : cloneElement(render, props);
}
