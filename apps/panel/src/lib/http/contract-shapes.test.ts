import { ALL_OPERATIONS } from '@postern/contract/all-operations';
import type { Operation } from '@postern/contract/operation';
import fc from 'fast-check';
import { build } from 'vite';
import { beforeAll, expect, test } from 'vitest';
import * as zod from 'zod/mini';
import { answersOnly } from '../../../build/answers-only-plugin.ts';
import * as shapes from './contract-shapes.ts';

let builtOperations: Operation[] = [];

/** The contract as the built panel has it. */
beforeAll(async () => {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [answersOnly()],
    resolve: { alias: { 'zod/mini': `${import.meta.dirname}/contract-shapes.ts` } },
    build: {
      write: false,
      minify: false,
      lib: { entry: `${import.meta.dirname}/../../../../../packages/contract/src/all-operations.ts`, formats: ['es'] },
    },
  });
  const [built] = [result].flat();
  if (!built || !('output' in built)) throw new Error('nothing was built');
  const code = built.output[0].code;
  const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    ALL_OPERATIONS: Operation[];
  };
  builtOperations = module.ALL_OPERATIONS;
}, 60_000);

type Def = {
  type: string;
  format?: string;
  shape?: Record<string, zod.ZodMiniType>;
  element?: zod.ZodMiniType;
  innerType?: zod.ZodMiniType;
  keyType?: zod.ZodMiniType;
  valueType?: zod.ZodMiniType;
  options?: zod.ZodMiniType[];
  entries?: Record<string, string>;
  values?: unknown[];
};

const WRONG = fc.constantFrom<unknown>(null, '', 'other', 0, -1, 0.5, 1e300, true, [], {}, [null], { other: 1 });
const TEXT = fc.oneof(
  fc.string(),
  fc.string({ minLength: 1, maxLength: 2 }),
  fc.uuid(),
  fc.constantFrom('2026-02-28', '2026-02-30', '2026-01-01T00:00:00Z', 'DE', 'ada@shop.test'),
);

/** Values that fit a shape, and values that almost do. */
function valuesOf(schema: zod.ZodMiniType): fc.Arbitrary<unknown> {
  const def = (schema as unknown as { def: Def }).def;
  return fc.oneof({ weight: 120, arbitrary: rightValuesOf(def) }, { weight: 1, arbitrary: WRONG });
}

function rightValuesOf(def: Def): fc.Arbitrary<unknown> {
  const inner = () => valuesOf(def.innerType as zod.ZodMiniType);
  if (def.format === 'uuid') return fc.uuid();
  if (def.format === 'date') return fc.constantFrom('2026-02-28', '2024-02-29');
  if (def.format === 'datetime') return fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-01T00:00:00.123Z');
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape ?? {}).map(([key, field]) => [key, valuesOf(field)] as const);
      const named = fc.record(Object.fromEntries(fields), { requiredKeys: requiredKeys(def) });
      return fc.tuple(named, fc.boolean()).map(([value, more]) => (more ? { ...value, unheardOf: 1 } : value));
    }
    case 'array':
      return fc.array(valuesOf(def.element as zod.ZodMiniType), { maxLength: 3 });
    case 'record':
      return fc.dictionary(
        valuesOf(def.keyType as zod.ZodMiniType).map(String),
        valuesOf(def.valueType as zod.ZodMiniType),
        { maxKeys: 3 },
      );
    case 'nullable':
      return fc.option(inner());
    case 'optional':
    case 'default':
    case 'readonly':
      return inner();
    case 'union':
      return fc.oneof(...(def.options ?? []).map(valuesOf));
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries ?? {}));
    case 'literal':
      return fc.constantFrom(...(def.values ?? []));
    case 'boolean':
      return fc.boolean();
    case 'number':
      return fc.oneof(
        fc.integer({ min: -2, max: 5000 }),
        fc.integer({ max: 9999 }).map((cents) => cents / 100),
      );
    case 'string':
      return TEXT;
    case 'null':
      return fc.constant(null);
    case 'unknown':
      return fc.jsonValue();
    default:
      throw new Error(`no values are known for ${def.type}`);
  }
}

/** Sometimes leaves out a required key too. */
const requiredKeys = (def: Def): string[] =>
  Object.entries(def.shape ?? {})
    .filter(([, field]) => !field.safeParse(undefined).success)
    .map(([key]) => key);

test.each(ALL_OPERATIONS.map((operation) => [operation.id, operation] as const))(
  "the built panel reads every answer of %s as the server's library does",
  (id, operation) => {
    const built = builtOperations.find((each) => each.id === id);
    let accepted = 0;
    fc.assert(
      fc.property(valuesOf(operation.output), fc.nat(), (value, cut) => {
        const answer = withoutOneKey(JSON.parse(JSON.stringify(value)), cut);
        const expected = operation.output.safeParse(answer);
        const actual = built?.output.safeParse(answer);
        if (expected.success) accepted += 1;
        expect({ success: actual?.success, data: actual?.data }).toStrictEqual({
          success: expected.success,
          data: expected.data,
        });
      }),
      { numRuns: 400 },
    );
    expect(accepted).toBeGreaterThan(20);
  },
);

function withoutOneKey(value: unknown, cut: number): unknown {
  if (cut % 8 > 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.filter((_, at) => at !== cut % entries.length));
}

test('the built panel keeps of every operation what its client reads, and nothing that only the server needs', () => {
  const idsOf = (operations: readonly Operation[]) => operations.map(({ id }) => id).toSorted();
  expect(idsOf(builtOperations)).toEqual(idsOf(ALL_OPERATIONS));
  for (const built of builtOperations)
    expect(Object.keys(built).toSorted()).toEqual(['access', 'id', 'method', 'output', 'path']);
});

test('the stand-in exports nothing that the library does not have', () => {
  expect(Object.keys(shapes).filter((name) => !(name in zod))).toEqual([]);
});

test('an answer of the wrong shape names the place that is wrong', () => {
  const shape = shapes.object({ rows: shapes.array(shapes.object({ id: shapes.number() })) });
  const parsed = shape.safeParse({ rows: [{ id: 1 }, { id: '2' }] });
  expect(parsed).toMatchObject({ success: false, error: { message: '.rows.1.id is not a number' } });
});

test("a key that would become an object's prototype is left out, as the library does", () => {
  const answer = JSON.parse('{"__proto__": {"isAdmin": true}, "name": 1}') as unknown;
  const read = shapes.record(shapes.string(), shapes.unknown()).safeParse(answer);
  expect(JSON.stringify(read)).toBe(JSON.stringify(zod.record(zod.string(), zod.unknown()).safeParse(answer)));
  expect(JSON.stringify(read)).toContain('"data":{"name":1}');
});
