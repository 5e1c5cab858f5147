import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/** What a caller must hold: nothing, a session, the token of a purchase, a partner's API key, or the session of a member of staff. */
export type Access = 'open' | 'session' | 'purchase' | 'partner' | 'staff';

/** One call of the panel API as a value: the server mounts it, the client calls it, the OpenAPI document prints it. */
export type Operation<
  In extends z.ZodMiniType = z.ZodMiniType,
  Out extends z.ZodMiniType = z.ZodMiniType,
  Code extends ErrorCode = ErrorCode,
  Who extends Access = Access,
> = {
  /** Unique, camelCase, verb first; the operationId in OpenAPI. */
  id: string;
  /** One sentence for a list of operations. */
  summary: string;
  /** What else a caller needs to know, in Markdown: for whom it is, its limits, what comes next. Never reaches the browser (ADR 68). */
  description: string;
  feature: string;
  method: 'GET' | 'POST' | 'DELETE';
  /** A `{name}` in it stands for the input's field of that name, which then travels there. */
  path: `/${string}`;
  access: Who;
  /** Whether it may also be called with `Authorization: Import TOKEN`, the token of a mailed link that is about one import. ADR 9. */
  takesImportToken?: boolean;
  /** Whether staff may call it before they have set up two-factor sign-in. */
  beforeTwoFactor?: boolean;
  /** Whether staff may also call it with the token of their visit. */
  takesVisitToken?: boolean;
  /** The query of a GET or DELETE, the JSON body of a POST; fields named in the path travel in it. */
  input: In;
  output: Out;
  /** 200 if absent. */
  status?: 200 | 202;
  /** Whether this input needs a session that gave its password in the last minutes; else it is refused with PASSWORD_NEEDED. ADR 75. */
  needsPassword?(input: z.output<In>): boolean;
  /** The largest body in bytes, where it is not the usual half megabyte. */
  maximumBodyBytes?: number;
  /** What this operation may be refused with, besides UNIVERSAL_ERRORS and the ACCESS_ERRORS of its access. */
  errors: readonly Code[];
};

/** A call whose answer is a file. */
export type FileDownload = Pick<Operation, 'id' | 'summary' | 'description' | 'feature' | 'path' | 'errors'> & {
  method: 'GET';
  access: 'session';
  query: z.ZodMiniType;
  mediaType: string;
};

export const fileDownload = <const Download extends FileDownload>(definition: Download): Download => definition;

export function operation<
  In extends z.ZodMiniType,
  Out extends z.ZodMiniType,
  const Code extends ErrorCode,
  const Who extends Access,
>(definition: Operation<In, Out, Code, Who>): Operation<In, Out, Code, Who> {
  return definition;
}

const NAME_IN_PATH = /\{(\w+)\}/g;

/** The fields of an input that travel in the path. */
export const namesInPath = (path: string): string[] => [...path.matchAll(NAME_IN_PATH)].map(([, name = '']) => name);

/** The path of one call, and what of its input is left for the query or the body. */
export function placeInput(
  path: string,
  input: Record<string, unknown>,
): { path: string; rest: Record<string, unknown> } {
  const names = namesInPath(path);
  if (names.length === 0) return { path, rest: input };
  return {
    path: path.replace(NAME_IN_PATH, (_, name: string) => encodeURIComponent(String(input[name]))),
    rest: Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name))),
  };
}

export type InputOf<O extends Operation> = z.input<O['input']>;
export type ParsedInputOf<O extends Operation> = z.output<O['input']>;
export type OutputOf<O extends Operation> = z.output<O['output']>;
