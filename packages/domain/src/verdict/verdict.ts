/** Why a rule refuses: a code for the text, and the values that the text names. */
export type Refusal<C extends string, A = unknown> = { ok: false; code: C; attrs: A };

/** The answer of a rule. Refusals are values: only a programmer's mistake throws. */
export type Verdict<R extends Refusal<string>> = { ok: true } | R;

/** The answer of a parser: the value in its canonical form, or why there is none. */
export type Outcome<T, R extends Refusal<string>> = { ok: true; value: T } | R;

/** The answer of a rule that allows. */
export const allowed = { ok: true } as const;

/** Accepts, with the parsed value. */
export const accepted = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });

/** Refuses, with a code and the values that its text names. */
export const refused = <const C extends string, A>(code: C, attrs: A): Refusal<C, A> => ({ ok: false, code, attrs });
