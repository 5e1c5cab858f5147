import type { Plugin } from 'vite';

const EXPORTS = /\bexport\s*\{([^}]*)\}\s*;?\s*$/;

/**
 * The names that a file exports without declaring them; a browser doesn't run such a file at all. The bundler forgets the object of a
 * module's names when it puts a second module into the file of one that is loaded later.
 */
export function missingNames(code: string): string[] {
  const [list = '', names = ''] = EXPORTS.exec(code) ?? [];
  const body = code.slice(0, code.length - list.length);
  return names
    .split(',')
    .map((each) => each.trim().split(/\s+as\s+/)[0] ?? '')
    .filter((name) => name !== '' && !new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(body));
}

/** Ends the build if a file of it can't run. */
export function wholeChunks(): Plugin {
  return {
    name: 'whole-chunks',
    apply: 'build',
    writeBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        const missing = file.type === 'chunk' ? missingNames(file.code) : [];
        if (missing.length > 0) this.error(`${file.fileName} exports ${missing.join(', ')} without declaring it.`);
      }
    },
  };
}
