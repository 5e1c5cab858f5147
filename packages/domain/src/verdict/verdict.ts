/** Why a rule says no: a code for the text, and the facts that the text names. */
export type Refusal<C extends string, A = unknown> = { ok: false; code: C; attrs: A };

/** What a rule says. Refusals are values: only a programmer's mistake throws. */
export type Verdict<R extends Refusal<string>> = { ok: true } | R;

/** What a parser says: the value in its canonical form, or why there is none. */
export type Outcome<T, R extends Refusal<string>> = { ok: true; value: T } | R;

/** The one way to say yes. */
export const allowed = { ok: true } as const;

/** Says yes with the parsed value. */
export const accepted = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });

/** Says no with a code and the facts its text needs. */
export const refused = <const C extends string, A>(code: C, attrs: A): Refusal<C, A> => ({ ok: false, code, attrs });
