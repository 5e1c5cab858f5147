/** What a match means: pass, fail, soft fail, neutral. RFC 7208 §4.6.2. */
export type SpfQualifier = '+' | '-' | '~' | '?';

/** A piece of a name: literal text, one of the escapes `%%`, `%_`, `%-`, or a macro such as `%{ir}`. RFC 7208 §7.1. */
export type MacroPart =
  | { kind: 'literal'; text: string }
  | { kind: 'escape'; text: '%%' | '%_' | '%-' }
  | { kind: 'macro'; letter: string; digits: number | null; isReversed: boolean; delimiters: string };

/** A name that may contain macros, which the receiver fills in. */
export type MacroString = MacroPart[];

/** A mechanism: what is compared with the sender, and what a match means. Prefixes are null if the whole address counts. */
export type SpfMechanism = { qualifier: SpfQualifier } & (
  | { kind: 'all' }
  | { kind: 'include' | 'exists'; domain: MacroString }
  | { kind: 'ptr'; domain: MacroString | null }
  | { kind: 'a' | 'mx'; domain: MacroString | null; ip4Prefix: number | null; ip6Prefix: number | null }
  | { kind: 'ip4' | 'ip6'; address: string; prefix: number | null }
);

/** Modifiers, which say something about the record as a whole. Unknown ones are kept: receivers must ignore them. RFC 7208 §6. */
export type SpfModifier =
  | { kind: 'redirect' | 'exp'; domain: MacroString }
  | { kind: 'unknown'; name: string; value: MacroString };

export type SpfTerm = SpfMechanism | SpfModifier;

/** An SPF record: its terms in the order in which they count. */
export type SpfRecord = { terms: SpfTerm[] };

/** Whether a term is a mechanism rather than a modifier. */
export function isMechanism(term: SpfTerm): term is SpfMechanism {
  return 'qualifier' in term;
}
