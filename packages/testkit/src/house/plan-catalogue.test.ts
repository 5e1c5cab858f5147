import { readFileSync } from 'node:fs';
import path from 'node:path';
import { checkCatalogue } from '@postern/domain/plans';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from './repository.ts';

type Schema = {
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  $ref?: string;
  additionalProperties?: boolean;
};
type Root = Schema & { $defs: Record<string, Schema> };

const seed: unknown = parse(readFileSync(path.join(root, 'deploy/plan-catalogue.yaml'), 'utf8'));
const schema = JSON.parse(readFileSync(path.join(root, 'docs/plan-catalogue.schema.json'), 'utf8')) as Root;

/** The paths of fields that the schema doesn't know, or that are missing. Only checks objects and lists. */
function misfits(value: unknown, at: Schema, place = ''): string[] {
  const here = at.$ref === undefined ? at : (schema.$defs[at.$ref.replace('#/$defs/', '')] ?? {});
  if (Array.isArray(value))
    return value.flatMap((item, index) => misfits(item, here.items ?? {}, `${place}[${index}]`));
  if (typeof value !== 'object' || value === null || here.properties === undefined) return [];
  const fields = value as Record<string, unknown>;
  const missing = (here.required ?? [])
    .filter((name) => !(name in fields))
    .map((name) => `${place}.${name} is missing`);
  const own = Object.entries(fields).flatMap(([name, inner]) => {
    const known = here.properties?.[name];
    return known === undefined ? [`${place}.${name} is unknown`] : misfits(inner, known, `${place}.${name}`);
  });
  return [...missing, ...own];
}

test('the plans of a new installation are valid by our rule and by the published schema [PLN-01]', () => {
  expect(checkCatalogue(seed).ok).toBe(true);
  expect(misfits(seed, schema)).toEqual([]);
  expect(misfits({ plans: [{ id: 1, naem: 'x' }] }, schema)).toContain('.plans[0].naem is unknown');
});
