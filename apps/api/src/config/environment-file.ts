/**
 * Reads a file of settings as systemd does (`EnvironmentFile=`, systemd.exec(5)), so that the command line and the service agree: lines
 * NAME=value, comments with # or ; at the start of a line, quotes around a value or a part of it, a backslash before a character or a line
 * break. A # inside a value belongs to it. Lines that aren't settings are skipped.
 */
export function parseEnvironmentFile(text: string): Record<string, string> {
  const values: Record<string, string> = {};
  const line = /^[ \t]*(?:[#;](?:\\\r?\n|[^\n])*|([A-Za-z_]\w*)=((?:"(?:\\[^]|[^"\\])*"|'[^']*'|\\[^]|[^\\\n"'])*))/gm;
  for (const [, name, raw = ''] of text.matchAll(line)) if (name !== undefined) values[name] = valueOf(raw);
  return values;
}

function valueOf(raw: string): string {
  const parts = raw.trim().matchAll(/"((?:\\[^]|[^"\\])*)"|'([^']*)'|\\([^])|([^\\"']+)/g);
  return [...parts].map(([, double, single, escaped, plain]) => partOf(double, single ?? plain, escaped)).join('');
}

/** In double quotes a backslash only escapes what has a meaning there. */
function partOf(double: string | undefined, literal: string | undefined, escaped: string | undefined): string {
  if (double !== undefined)
    return double.replaceAll(/\\([^])/g, (pair, next: string) =>
      next === '\n' ? '' : '"\\`$'.includes(next) ? next : pair,
    );
  return literal ?? (escaped === '\n' ? '' : (escaped ?? ''));
}
