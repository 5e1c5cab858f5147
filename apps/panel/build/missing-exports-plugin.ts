import type { Plugin } from 'vite';

/** What the bundler leaves of a call of a name that its module doesn't export. */
const CALL_OF_NOTHING = /.{0,80}\(void 0\)\(.{0,80}/;

/**
 * Fails the build if it calls what no module exports. The bundler only warns of that, and of a member of a namespace (`z.pick`) not even so;
 * people would see an error page.
 */
export const missingExports = (): Plugin => ({
  name: 'missing-exports',
  apply: 'build',
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      const [found] = (file.type === 'chunk' && CALL_OF_NOTHING.exec(file.code)) || [];
      if (found !== undefined) this.error(`${file.fileName} calls a name that is not exported: ${found}`);
    }
  },
});
