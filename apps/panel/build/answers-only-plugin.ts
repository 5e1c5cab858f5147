import type { Plugin } from 'vite';

/** What the panel's client reads of an operation; the rest is for the server and the OpenAPI document. */
const KEPT = ['id', 'method', 'path', 'access', 'output'];

type Node = { type: string; start: number; end: number; [key: string]: unknown };

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const DEFINING = ['operation', 'fileDownload'];

/** Every `operation({ … })` and `fileDownload({ … })` below a node. */
function* definitionsIn(value: unknown): Generator<Node[]> {
  if (Array.isArray(value)) for (const each of value) yield* definitionsIn(each);
  if (!isNode(value)) return;
  const [definition] = (value['arguments'] ?? []) as Node[];
  const isOperation =
    value.type === 'CallExpression' && DEFINING.includes((value['callee'] as { name?: string }).name ?? '');
  if (isOperation && definition?.type === 'ObjectExpression') yield definition['properties'] as Node[];
  else for (const child of Object.values(value)) yield* definitionsIn(child);
}

/** Where the calls below a node begin. */
function* callsIn(value: unknown): Generator<number> {
  if (Array.isArray(value)) for (const each of value) yield* callsIn(each);
  if (!isNode(value)) return;
  if (value.type === 'CallExpression') yield value.start;
  for (const child of Object.values(value)) yield* callsIn(child);
}

/** Marks a call that may go if nobody uses its result. */
const PURE = '/* @__PURE__ */ ';

/**
 * Leaves the input, the summary and the error codes of every operation of the contract out of the built panel, and the shapes that only
 * they use: calls that describe a shape do nothing else. ADR 68.
 */
export function answersOnly(): Plugin {
  return {
    name: 'answers-only',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/packages\/contract\/src\/[\w-]+\.ts$/ },
      handler(code) {
        const tree = this.parse(code, { lang: 'ts' });
        const properties = [...definitionsIn(tree)].flat();
        const cut = properties.filter(({ key }) => !KEPT.includes((key as { name: string }).name));
        const isCut = (place: number) => cut.some(({ start, end }) => start <= place && place < end);
        const calls = [...new Set(callsIn(tree))].filter((place) => !isCut(place));
        const edits = [
          ...cut.map(({ start, end }) => ({ start, end: end + (code.startsWith(',', end) ? 1 : 0), put: '' })),
          ...calls.map((place) => ({ start: place, end: place, put: PURE })),
        ];
        // From the end, so that what comes before keeps its place.
        const left = edits
          .sort((one, other) => one.start - other.start)
          .reduceRight((text, { start, end, put }) => text.slice(0, start) + put + text.slice(end), code);
        return { code: left, map: null };
      },
    },
  };
}
