import { buildSync } from 'esbuild';
import type { Plugin } from 'vite';

/** Writes the loader for partners' pages as one plain script next to the panel's page: /embed.js. */
export function embed(root: string): Plugin {
  return {
    name: 'embed',
    apply: 'build',
    generateBundle() {
      const { outputFiles } = buildSync({
        entryPoints: [`${root}/../../packages/embed/src/embed.ts`],
        ...{ bundle: true, minify: true, write: false, format: 'iife', target: 'es2020', legalComments: 'none' },
      });
      this.emitFile({ type: 'asset', fileName: 'embed.js', source: outputFiles[0]?.text ?? '' });
    },
  };
}
