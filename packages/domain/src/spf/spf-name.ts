import type { MacroString } from './spf-record.ts';

/** A name that is the same for every mail, without its trailing dot; null if it has macros. */
export function literalName(domain: MacroString): string | null {
  const [only] = domain;
  return domain.length === 1 && only?.kind === 'literal' ? only.text.replace(/\.$/, '') : null;
}

/** Whether a name is valid in the DNS: labels of 1 to 63 characters, 253 in all. RFC 1035 §2.3.4. */
export function couldBeName(name: string): boolean {
  return name.length <= 253 && name.split('.').every((label) => label !== '' && label.length <= 63);
}
