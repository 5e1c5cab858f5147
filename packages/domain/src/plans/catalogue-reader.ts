import type { CatalogueProblem, CatalogueProblemCode } from './catalogue.ts';
import type { PlanFeature } from './plan.ts';

type Fields = Record<string, unknown>;

const LOCALE = /^[a-z]{2,3}(-[a-z0-9]{2,4}){0,2}$/i;

/** Reads one object of the plan file and collects everything that is wrong in it, with its path. All readers of a file share one list. */
export class CatalogueReader {
  readonly problems: CatalogueProblem[];
  private readonly path: string;
  private readonly fields: Fields;
  /** Something that isn't an object is reported once, not again for each missing field. */
  private readonly isMute: boolean = false;

  constructor(value: unknown, path: string, problems: CatalogueProblem[] = []) {
    this.problems = problems;
    this.path = path;
    const fields = this.objectOf(value, '');
    this.fields = fields ?? {};
    this.isMute = fields === null;
  }

  /** A reader for another place in the same file, to report a problem there. */
  at(path: string): CatalogueReader {
    return new CatalogueReader({}, this.pathOf(path), this.problems);
  }

  /** A reader for an object inside this one. */
  part(field: string): CatalogueReader {
    return new CatalogueReader(this.value(field), this.pathOf(field), this.problems);
  }

  refuse(field: string, code: CatalogueProblemCode, attrs: Record<string, unknown> = {}): void {
    if (!this.isMute) this.problems.push({ path: this.pathOf(field), code, attrs });
  }

  /** A misspelled field would otherwise be ignored silently. */
  refuseOthers(known: readonly string[]): void {
    for (const field of Object.keys(this.fields)) if (!known.includes(field)) this.refuse(field, 'UNKNOWN_FIELD');
  }

  has(field: string): boolean {
    return this.value(field) !== undefined;
  }

  text(field: string): string {
    const value = this.value(field);
    if (typeof value === 'string' && value.trim() !== '' && value.length <= 200) return value.trim();
    this.refuse(field, value === undefined || value === '' ? 'REQUIRED' : 'WRONG_TYPE', { expected: 'text' });
    return '';
  }

  /** Names by locale or language, in lower case. */
  names(field: string): Record<string, string> {
    const given = this.has(field) ? (this.object(field) ?? {}) : {};
    const names: Record<string, string> = {};
    for (const [locale, name] of Object.entries(given)) {
      const isName = typeof name === 'string' && name.trim() !== '' && name.length <= 200;
      if (isName && LOCALE.test(locale)) names[locale.toLowerCase()] = name.trim();
      else this.refuse(`${field}.${locale}`, 'WRONG_TYPE', { expected: 'a name by locale, such as de: Speicher' });
    }
    return names;
  }

  oneOf<const T extends string>(field: string, known: readonly [T, ...T[]], code: CatalogueProblemCode): T {
    const value = this.value(field);
    const found = known.find((name) => name === value);
    if (found === undefined) this.refuse(field, value === undefined ? 'REQUIRED' : code, { known });
    return found ?? known[0];
  }

  flag(field: string): boolean {
    const value = this.value(field);
    if (value !== undefined && typeof value !== 'boolean')
      this.refuse(field, 'WRONG_TYPE', { expected: 'true or false' });
    return value === true;
  }

  wholeNumber(field: string): number | null {
    if (!this.has(field)) this.refuse(field, 'REQUIRED');
    return this.optionalWholeNumber(field);
  }

  optionalWholeNumber(field: string): number | null {
    const value = this.value(field);
    if (value === undefined) return null;
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
    const isNegative = typeof value === 'number' && value < 0;
    this.refuse(field, isNegative ? 'NEGATIVE' : 'WRONG_TYPE', { expected: 'a whole number' });
    return null;
  }

  object(field: string): Fields | null {
    return this.objectOf(this.value(field), field);
  }

  objectOf(value: unknown, field: string): Fields | null {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
    this.refuse(field, 'NOT_AN_OBJECT');
    return null;
  }

  list(field: string): CatalogueReader[] {
    const value = this.value(field);
    if (Array.isArray(value)) {
      return value.map((entry, index) => new CatalogueReader(entry, this.pathOf(`${field}[${index}]`), this.problems));
    }
    this.refuse(field, value === undefined ? 'REQUIRED' : 'NOT_A_LIST');
    return [];
  }

  /** `features: [{ type: storage, attrs: { quota_in_gb: 10 } }, …]`; attrs may be left out. */
  features(): PlanFeature[] {
    if (!this.has('features')) return [];
    return this.list('features').map((entry) => {
      entry.refuseOthers(['type', 'attrs']);
      return { type: entry.text('type'), attrs: entry.has('attrs') ? (entry.object('attrs') ?? {}) : {} };
    });
  }

  /** The partners that sell it; all of them if left out. */
  partnerIds(): number[] | null {
    const value = this.value('partnerIds');
    if (value === undefined) return null;
    if (Array.isArray(value) && value.every((id) => Number.isSafeInteger(id) && id > 0)) return value as number[];
    this.refuse('partnerIds', 'WRONG_TYPE', { expected: 'a list of partner ids' });
    return null;
  }

  /** YAML reads an empty field as null; both mean that it isn't there. */
  value(field: string): unknown {
    return Object.hasOwn(this.fields, field) ? (this.fields[field] ?? undefined) : undefined;
  }

  private pathOf(field: string): string {
    return [this.path, field].filter((part) => part !== '').join('.');
  }
}
