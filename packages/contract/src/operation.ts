import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/** What a caller must hold: nothing, a session, or the token of a purchase. */
export type Access = 'open' | 'session' | 'purchase';

/** One call of the panel API as a value: the server mounts it, the client calls it, the OpenAPI document prints it. */
export type Operation<
  In extends z.ZodMiniType = z.ZodMiniType,
  Out extends z.ZodMiniType = z.ZodMiniType,
  Code extends ErrorCode = ErrorCode,
  Who extends Access = Access,
> = {
  /** Unique, camelCase, verb first; the operationId in OpenAPI. */
  id: string;
  summary: string;
  feature: string;
  method: 'GET' | 'POST';
  path: `/${string}`;
  access: Who;
  /** The query of a GET, the JSON body of a POST. */
  input: In;
  output: Out;
  /** 200 unless something else is said. */
  status?: 200 | 202;
  /** What this operation may be refused with, besides UNIVERSAL_ERRORS and the ACCESS_ERRORS of its access. */
  errors: readonly Code[];
};

export function operation<
  In extends z.ZodMiniType,
  Out extends z.ZodMiniType,
  const Code extends ErrorCode,
  const Who extends Access,
>(definition: Operation<In, Out, Code, Who>): Operation<In, Out, Code, Who> {
  return definition;
}

export type InputOf<O extends Operation> = z.input<O['input']>;
export type ParsedInputOf<O extends Operation> = z.output<O['input']>;
export type OutputOf<O extends Operation> = z.output<O['output']>;
export type ErrorOf<O extends Operation> = O['errors'][number];
