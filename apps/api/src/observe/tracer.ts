/** What a span is about: a request that came in, a call that goes out, a job or sweep, or a step within. */
type SpanKind = 'server' | 'client' | 'consumer' | 'internal';

/** Names and numbers from the code: route patterns, queues, tables. Never an address, an id or typed text. */
export type SpanFacts = Readonly<Record<string, string | number>>;

/** Ends a span. `facts` are added; `error` marks it as failed, by the error's name alone, as its message may quote data. */
export type EndSpan = (facts?: SpanFacts, error?: unknown) => void;

/** Makes spans for OpenTelemetry. Without it (null) nothing is loaded, and nothing runs. */
export type Tracer = {
  /** Runs `work` in a span of its own; what `work` starts becomes its children. A request, a job or a sweep begins a trace. */
  within: <T>(name: string, kind: SpanKind, facts: SpanFacts, work: () => Promise<T>) => Promise<T>;
  /** Opens a span that the caller ends; what `inside` calls becomes part of it. */
  open: (name: string, kind: SpanKind, facts: SpanFacts) => { inside: (proceed: () => void) => void; end: EndSpan };
  /** A step of the span that is open now; null if none is, as then nobody would know what the step belongs to. */
  step: (name: string, kind: SpanKind, facts: SpanFacts) => EndSpan | null;
  /** Sends what is left, for at most a few seconds. */
  close: () => Promise<void>;
};
