import type { Operation } from '@postern/contract/operation';
import * as z from 'zod/mini';

type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: unknown[];
  anyOf?: Schema[];
  format?: string;
  minimum?: number;
  additionalProperties?: Schema | boolean;
};

/** An input of the right shape, including all optional parts, generated from the contract. */
export function sampleInput(operation: Operation): Record<string, unknown> {
  return sample(z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }) as Schema) as Record<
    string,
    unknown
  >;
}

function sample(schema: Schema): unknown {
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sample(schema.anyOf[0] ?? {});
  if (schema.format === 'uuid') return '0190c4a0-0000-7000-8000-000000000000';
  switch (schema.type) {
    case 'object':
      if (schema.properties)
        return Object.fromEntries(Object.entries(schema.properties).map(([name, part]) => [name, sample(part)]));
      return typeof schema.additionalProperties === 'object' ? { name: sample(schema.additionalProperties) } : {};
    case 'array':
      return [sample(schema.items ?? {})];
    case 'boolean':
      return true;
    case 'string':
      return 'sample';
    default:
      return 1;
  }
}

/** The paths of all values in an input, such as `['billingAddress', 'city']`. */
export function pathsOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return path.length === 0 ? [] : [path];
  const below = Object.entries(value).flatMap(([key, part]) => pathsOf(part, [...path, key]));
  return path.length === 0 ? below : [path, ...below];
}

/** The value at a path of an input. */
export const valueAt = (input: unknown, path: readonly string[]): unknown =>
  path.reduce((value, key) => (value as Record<string, unknown>)[key], input);

/** The input with another value at one path. */
export function withValueAt(input: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(input))
    return input.map((part: unknown, index) => (String(index) === key ? withValueAt(part, rest, value) : part));
  const parts = input as Record<string, unknown>;
  return { ...parts, [key]: withValueAt(parts[key], rest, value) };
}
