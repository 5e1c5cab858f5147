/** A form-encoded body in Stripe's style, `a[b]=1&c[0]=x&d[]=y`, as nested objects and lists. Values stay text. */
type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type FormFields = { [name: string]: FormValue };

export function decodeForm(text: string): FormFields {
  const root: FormFields = {};
  for (const [path, value] of new URLSearchParams(text)) {
    const names = path.replaceAll(']', '').split('[');
    let place = root;
    for (const name of names.slice(0, -1)) place = (place[name] ??= {}) as FormFields;
    const last = names.at(-1) ?? '';
    place[last === '' ? String(Object.keys(place).length) : last] = value;
  }
  return root;
}

export function textOf(fields: FormFields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' ? value : undefined;
}

/** A list, with or without indexes. */
export function listOf(fields: FormFields, name: string): string[] {
  const value = fields[name];
  return typeof value === 'object' ? Object.values(value).filter((one) => typeof one === 'string') : [];
}

export function metadataOf(fields: FormFields): Record<string, string> {
  const value = fields['metadata'];
  if (typeof value !== 'object') return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])),
  );
}
