import type { Plugin } from 'vite';
import { PATHS } from '../src/lib/paths.ts';
import type { TextGroup } from './text-groups.ts';

/** A screen as its feature declares it: the modules that it loads when it is opened, and its texts. */
type Screen = { modules: string[]; texts: TextGroup[]; isSignedIn: boolean };

type Node = { type: string; start: number; end: number; [key: string]: unknown };
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Every node below a value that is of a type. */
function* nodesIn(value: unknown, type: string): Generator<Node> {
  if (Array.isArray(value)) for (const each of value) yield* nodesIn(each, type);
  if (!isNode(value)) return;
  if (value.type === type) yield value;
  for (const child of Object.values(value)) yield* nodesIn(child, type);
}

const importsIn = (value: unknown): string[] =>
  [...nodesIn(value, 'ImportExpression')].map(({ source }) => String((source as Node)['value']));

/** The path that `PATHS.name` or a text stands for. */
function pathOf(value: unknown): string | null {
  if (!isNode(value)) return null;
  if (value.type === 'Literal') return String(value['value']);
  const isNamed = value.type === 'MemberExpression' && (value['object'] as { name?: string }).name === 'PATHS';
  return isNamed ? PATHS[(value['property'] as { name: string }).name as keyof typeof PATHS] : null;
}

const nameOf = ({ key }: Node): string => (key as { name?: string }).name ?? '';
const propertiesOf = (object: Node): Node[] =>
  (object['properties'] as Node[]).filter(({ type }) => type === 'Property');
const textsIn = (tree: unknown): TextGroup[] | undefined => {
  const property = [...nodesIn(tree, 'Property')].find((each) => nameOf(each) === 'texts');
  return property && [...nodesIn(property['value'], 'Literal')].map((each) => each['value'] as TextGroup);
};

/** Reads from each feature's `routes.tsx` and `screens.ts` which modules a path's screen loads. */
export function screenFiles(): { plugin: Plugin; screens: Map<string, Screen> } {
  const screens = new Map<string, Screen>();
  const parts = new Map<string, string[]>();
  const routes: { paths: string[]; modules: string[]; texts: TextGroup[] }[] = [];

  function readRoutes(tree: unknown, resolved: (name: string) => string) {
    for (const object of nodesIn(tree, 'ObjectExpression')) {
      const path = propertiesOf(object).find((each) => nameOf(each) === 'path');
      const first = pathOf(path?.['value']);
      if (first === null) continue;
      const aliases = propertiesOf(object).find((each) => nameOf(each) === 'aliases');
      const others = [...nodesIn(aliases, 'ArrayExpression')].flatMap((list) =>
        (list['elements'] as Node[]).map(pathOf),
      );
      const paths = [first, ...others].filter((each) => each !== null);
      routes.push({
        paths,
        modules: importsIn(object).map(resolved),
        texts: textsIn(object) ?? textsIn(tree) ?? ['entry'],
      });
    }
  }

  function readScreens(tree: unknown, resolved: (name: string) => string) {
    const named = [...nodesIn(tree, 'Property')].filter((each) => each['computed'] === true);
    const own = named.map(({ value }) => importsIn(value));
    // What several screens of the feature prepare with.
    const common = importsIn(tree).filter((each) => !own.flat().includes(each));
    for (const [index, { key }] of named.entries())
      parts.set(String(pathOf(key)), [...(own[index] ?? []), ...common].map(resolved));
  }

  return {
    screens,
    plugin: {
      name: 'screen-files',
      apply: 'build',
      enforce: 'pre',
      transform: {
        filter: { id: /\/features\/[\w-]+\/(routes\.tsx|screens\.ts)$/ },
        handler(code, id) {
          const tree = this.parse(code, { lang: id.endsWith('x') ? 'tsx' : 'ts' });
          const resolved = (name: string) => new URL(name, `file://${id}`).pathname;
          if (id.endsWith('x')) readRoutes(tree, resolved);
          else readScreens(tree, resolved);
        },
      },
      buildEnd() {
        for (const { paths, modules, texts } of routes)
          for (const path of paths) {
            const framed = parts.get(paths[0] ?? '');
            screens.set(path, { modules: [...modules, ...(framed ?? [])], texts, isSignedIn: framed !== undefined });
          }
      },
    },
  };
}
