import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { empty, text } from './shapes.ts';

const eventBody = z.object({
  name: text(80),
  attrs: z._default(z.record(text(60), z.union([text(300), z.number(), z.boolean(), z.null()])), {}),
});

/** An event goes to the log, and anyone may report one, so it is short. */
const MAXIMUM_BODY_BYTES = 4096;

export const reportPreAuthEvent = operation({
  id: 'reportPreAuthEvent',
  summary: 'Report an event from a screen before sign-in.',
  description:
    "For the panel's own statistics: the event goes to the server's log. Never put personal data into it. The body may have 4 KB.",
  feature: 'events',
  method: 'POST',
  path: '/panel/events/pre-auth',
  access: 'open',
  input: eventBody,
  output: empty,
  status: 202,
  maximumBodyBytes: MAXIMUM_BODY_BYTES,
  errors: [],
});

export const reportEntityChange = operation({
  id: 'reportEntityChange',
  summary: 'Report an event from a signed-in session.',
  description:
    "For the panel's own statistics: the event goes to the server's log with the customer's id. Never put personal data into it. The body may have 4 KB.",
  feature: 'events',
  method: 'POST',
  path: '/panel/events/entity-change',
  access: 'session',
  input: eventBody,
  output: empty,
  status: 202,
  maximumBodyBytes: MAXIMUM_BODY_BYTES,
  errors: [],
});
