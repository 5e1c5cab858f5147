import type { MessageKey } from '../i18n/message-key.ts';
import type { Text, TextValues } from '../i18n/texts.ts';

/** What is wrong with a field, as the key of its text. */
export type FieldProblem = { key: MessageKey; values?: TextValues };

type Refusal<Code extends string> = { ok: false; code: Code; attrs?: object };

/** A rule's verdict on a field, in the form's texts; nothing where the rule has nothing against it. */
export function problemOf<Code extends string>(
  verdict: { ok: true } | Refusal<Code>,
  texts: Record<Code, MessageKey>,
): FieldProblem | undefined {
  return verdict.ok ? undefined : { key: texts[verdict.code], values: { ...verdict.attrs } as TextValues };
}

export const problemText = (problem: FieldProblem | undefined, t: Text): string | undefined =>
  problem && t(problem.key, problem.values);
