import { ALL_OPERATIONS } from '@postern/contract/all-operations';
import { ERROR_STATUS } from '@postern/contract/errors';
import { followChanges } from '@postern/contract/live';
import { invoicePdf, invoiceXml } from '@postern/contract/invoices';
import { exportActivity } from '@postern/contract/activity';
import { exportMailboxes } from '@postern/contract/mailboxes';
import { expect, test } from 'vitest';
import { ERROR_DESCRIPTION } from '../describe-error.ts';
import { exampleOf } from './openapi-examples.ts';
import { TAGS } from './openapi-guide.ts';
import { SERVICE_PATHS } from './openapi-service.ts';
import { openApiDocument } from './openapi.ts';

type Part = { [key: string]: unknown };
type Described = Part & { operationId: string; summary: string; description: string; tags: string[] };

const document = openApiDocument('https://panel.example') as {
  paths: Record<string, Record<string, Described>>;
  tags: { name: string }[];
  components: { schemas: Record<string, { description?: string }> };
};
const described = Object.values(document.paths).flatMap((methods) => Object.values(methods));

test('every operation says in sentences what it does and what else a caller needs to know [API-01]', () => {
  const besides = [
    followChanges.path,
    exportActivity.path,
    exportMailboxes.path,
    invoicePdf.path,
    invoiceXml.path,
    ...Object.keys(SERVICE_PATHS),
  ];
  expect(described.length).toBe(ALL_OPERATIONS.length + besides.length);
  for (const { operationId, summary, description } of described) {
    expect(summary, operationId).toMatch(/^[A-Z].*\.$/s);
    expect(description, operationId).toMatch(/^[A-Z`].{15,}\.$/s);
    expect(description, operationId).not.toBe(summary);
  }
});

const isRefusal = ({ content }: Part) => Object.hasOwn(content ?? {}, 'application/problem+json');

test('every code that an operation may answer is there with words, and every code has words [API-01]', () => {
  for (const code of Object.keys(ERROR_STATUS) as (keyof typeof ERROR_STATUS)[])
    expect(ERROR_DESCRIPTION[code], code).toMatch(/^[A-Z].{10,}\.$/s);
  for (const { operationId, responses } of described as (Described & { responses: Record<string, Part> })[])
    for (const [status, response] of Object.entries(responses).filter(([, one]) => isRefusal(one)))
      for (const line of String(response.description).split('\n'))
        expect(line, `${operationId} ${status}`).toMatch(/^- `[A-Z_]+`: [A-Z].{10,}\.$/);
});

test('every operation belongs to one chapter, and every chapter has a text and an operation [API-01]', () => {
  const chapters = document.tags.map(({ name }) => name);
  expect(new Set(chapters).size).toBe(chapters.length);
  for (const { operationId, tags } of described) expect(chapters, operationId).toContain(tags[0]);
  const features = new Set([...ALL_OPERATIONS, followChanges].map(({ feature }) => feature));
  expect(Object.keys(TAGS).sort()).toEqual([...features].sort());
});

test('every schema that the document names has a description, and none refers to itself only [API-01]', () => {
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    expect(schema.description, name).toMatch(/.{5,}/);
    expect(schema, name).not.toHaveProperty('$ref');
  }
});

/** The names of all fields below a part whose values are numbers. */
function numbersIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const { properties = {} } = part as { properties?: Record<string, { type?: unknown }> };
  const own = Object.entries(properties).flatMap(([name, { type }]) =>
    [type].flat().includes('number') ? [name] : [],
  );
  return [...own, ...Object.values(part).flatMap(numbersIn)];
}

test('an instant is an ISO 8601 text unless its name says that it counts milliseconds [API-01]', () => {
  const names = numbersIn(document);
  expect(names).toContain('createdOnEpochMillis');
  // A day of the month, named by the specification.
  const counts = ['customExpiryDate'];
  expect(names.filter((name) => /(At|Until|On|Date)$/.test(name) && !counts.includes(name))).toEqual([]);
});

test('every operation has an example of its input and its answer, and both fit its schemas [API-01]', () => {
  for (const { id, input, output } of ALL_OPERATIONS) {
    const example = exampleOf(id);
    expect(example, id).toBeDefined();
    expect(input.safeParse(example?.input).success, `input of ${id}`).toBe(true);
    expect(output.safeParse(example?.output).success, `answer of ${id}`).toBe(true);
  }
});
