import type { Plugin } from 'vite';

/** What the panel's client reads of an operation; the rest is for the server and the OpenAPI document. */
const KEPT = ['id', 'method', 'path', 'access', 'output'];

type Node = { type: string; start: number; end: number; [key: string]: unknown };

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Every `operation({ … })` below a node. */
function* definitionsIn(value: unknown): Generator<Node[]> {
  if (Array.isArray(value)) for (const each of value) yield* definitionsIn(each);
  if (!isNode(value)) return;
  const [definition] = (value['arguments'] ?? []) as Node[];
  const isOperation = value.type === 'CallExpression' && (value['callee'] as { name?: string }).name === 'operation';
  if (isOperation && definition?.type === 'ObjectExpression') yield definition['properties'] as Node[];
  else for (const child of Object.values(value)) yield* definitionsIn(child);
}

/** Leaves the input, the summary and the error codes of every operation of the contract out of the built panel. ADR 68. */
export function answersOnly(): Plugin {
  return {
    name: 'answers-only',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/packages\/contract\/src\/[\w-]+\.ts$/, code: 'operation({' },
      handler(code) {
        const properties = [...definitionsIn(this.parse(code, { lang: 'ts' }))].flat();
        const cut = properties.filter(({ key }) => !KEPT.includes((key as { name: string }).name));
        // From the end, so that what comes before keeps its place.
        const left = cut.reduceRight(
          (text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ''),
          code,
        );
        return { code: left, map: null };
      },
    },
  };
}
