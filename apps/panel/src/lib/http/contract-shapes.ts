import { regexes } from 'zod/v4/core';

/**
 * Takes the place of `zod/mini` in the built panel (ADR 68). The server checks what it is sent with the library itself. The panel only
 * reads answers, which takes a tenth of the library. The test compares the two on every operation.
 */
type Read = (value: unknown, path: string) => unknown;
type Parsed = { success: true; data: unknown } | { success: false; error: unknown };
type Fields = Record<string, Shape>;

function refuse(path: string, wanted: string): never {
  throw new TypeError(`${path || 'the answer'} is not ${wanted}`);
}

class Shape {
  readonly read: Read;
  /** A key with it may be missing. */
  readonly isOptional: boolean;
  readonly shape: Fields;

  constructor(read: Read, isOptional = false, shape: Fields = {}) {
    this.read = read;
    this.isOptional = isOptional;
    this.shape = shape;
  }

  check(...rules: Shape[]): Shape {
    return new Shape((value, path) => [this, ...rules].reduce((last, rule) => rule.read(last, path), value));
  }

  safeParse(value: unknown): Parsed {
    try {
      return { success: true, data: this.read(value, '') };
    } catch (error) {
      return { success: false, error };
    }
  }
}

const only = (wanted: string, isRight: (value: unknown) => boolean): Shape =>
  new Shape((value, path) => (isRight(value) ? value : refuse(path, wanted)));

const matching = (wanted: string, pattern: RegExp): Shape =>
  only(wanted, (value) => typeof value === 'string' && pattern.test(value));

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const nothing = (empty: null | undefined, inner: Shape, isOptional: boolean): Shape =>
  new Shape((value, path) => (value === empty ? value : inner.read(value, path)), isOptional);

export const string = (): Shape => only('a text', (value) => typeof value === 'string');
export const number = (): Shape => only('a number', Number.isFinite);
export const int = (): Shape => only('a whole number', Number.isSafeInteger);
export const boolean = (): Shape => only('true or false', (value) => typeof value === 'boolean');
export const unknown = (): Shape => new Shape((value) => value, true);
// What the library's `regexes.datetime({})` and `regexes.uuid()` build, without the code that builds all their other kinds.
const INSTANT = new RegExp(
  String.raw`${regexes.date.source.slice(0, -1)}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$`,
);
const UUID =
  /^([0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|0{8}(-0{4}){3}-0{12}|f{8}(-f{4}){3}-f{12})$/i;
export const uuid = (): Shape => matching('a UUID', UUID);
export const iso = {
  date: (): Shape => matching('a date', regexes.date),
  datetime: (): Shape => matching('an instant', INSTANT),
};
export const transform = (change: (value: unknown) => unknown): Shape => new Shape(change);
export const pipe = (first: Shape, then: Shape): Shape =>
  new Shape((value, path) => then.read(first.read(value, path), path));

export const minLength = (least: number): Shape =>
  only('long enough', (value) => (value as { length: number }).length >= least);
export const maxLength = (most: number): Shape =>
  only('short enough', (value) => (value as { length: number }).length <= most);
export const gte = (least: number): Shape => only('great enough', (value) => Number(value) >= least);
export const lte = (most: number): Shape => only('small enough', (value) => Number(value) <= most);
export const regex = (pattern: RegExp): Shape => only('as it must be', (value) => pattern.test(value as string));
export const refine = (isRight: (value: never) => boolean): Shape =>
  only('as it must be', isRight as (value: unknown) => boolean);

export const literal = (wanted: unknown): Shape => only(String(wanted), (value) => value === wanted);
const nullOnly = (): Shape => literal(null);
const oneOf = (values: readonly string[]): Shape =>
  only('one of its values', (value) => values.includes(value as string));

export { nullOnly as null, oneOf as enum };

export const readonly = (inner: Shape): Shape => inner;
export const optional = (inner: Shape): Shape => nothing(undefined, inner, true);
export const nullable = (inner: Shape): Shape => nothing(null, inner, inner.isOptional);
export const nullish = (inner: Shape): Shape => optional(nullable(inner));
export const _default = (inner: Shape, value: unknown): Shape =>
  new Shape((given, path) => (given === undefined ? value : inner.read(given, path)), true);

export const array = (inner: Shape): Shape =>
  new Shape((value, path) =>
    Array.isArray(value) ? value.map((each, at) => inner.read(each, `${path}.${at}`)) : refuse(path, 'a list'),
  );

/** Drops keys that the shape doesn't name. */
export const object = (shape: Fields): Shape =>
  new Shape(
    (value, path) => {
      if (!isRecord(value)) return refuse(path, 'an object');
      const result: Record<string, unknown> = {};
      for (const [key, field] of Object.entries(shape)) {
        const read = field.isOptional && !(key in value) && field.read(undefined, path) === undefined;
        if (!read) result[key] = field.read(value[key], `${path}.${key}`);
      }
      return result;
    },
    false,
    shape,
  );

export const partial = (whole: Shape): Shape =>
  object(Object.fromEntries(Object.entries(whole.shape).map(([key, field]) => [key, optional(field)])));

export const record = (key: Shape, inner: Shape): Shape =>
  new Shape((value, path) => {
    if (!isRecord(value)) return refuse(path, 'an object');
    const result: Record<string, unknown> = {};
    for (const [name, each] of Object.entries(value)) {
      if (name !== '__proto__') result[key.read(name, path) as string] = inner.read(each, `${path}.${name}`);
    }
    return result;
  });

export { record as partialRecord };

export const union = (ways: readonly Shape[]): Shape =>
  new Shape((value, path) => {
    for (const way of ways) {
      const parsed = way.safeParse(value);
      if (parsed.success) return parsed.data;
    }
    return refuse(path, 'any of what it may be');
  });
export const discriminatedUnion = (_key: string, ways: readonly Shape[]): Shape => union(ways);
