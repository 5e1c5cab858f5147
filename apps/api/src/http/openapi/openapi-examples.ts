import type { Json } from './openapi-problems.ts';
import recorded from './openapi-examples.json' with { type: 'json' };

/** What a call sent and got, as recorded from a running server. */
export type Example = { input: Json; output: Json };

/** The recorded call of an operation. */
export const exampleOf = (operationId: string): Example | undefined =>
  (recorded as Record<string, Example>)[operationId];
