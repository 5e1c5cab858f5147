import type { Brand } from './brand-of.ts';

/** Ids that the specification writes `{product}_max` and `{product}_ai`: the catalogue has one name, customers see the brand's slug. */
const BRANDED_SUFFIXES: Readonly<Record<string, string>> = { max_addon: 'max', ai: 'ai' };

/**
 * The id that a brand's customers and API clients see: `max_addon` is `neo_max` for the small-business brand. Spec 2 §9.
 * Rule A-02.
 */
export function brandedType(typeInCatalogue: string, brand: Brand): string {
  const suffix = Object.hasOwn(BRANDED_SUFFIXES, typeInCatalogue) ? BRANDED_SUFFIXES[typeInCatalogue] : undefined;
  return suffix ? `${brand}_${suffix}` : typeInCatalogue;
}

/**
 * The catalogue's name of a branded id. Any other id stays as it is, including another brand's.
 * Rule A-02.
 */
export function catalogueType(type: string, brand: Brand): string {
  const found = Object.keys(BRANDED_SUFFIXES).find((name) => brandedType(name, brand) === type);
  return found ?? type;
}
