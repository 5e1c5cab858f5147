import type { Plugin } from 'vite';

/** Parts of libraries that every visit would load, and smaller replacements that are enough for us. */
const STAND_INS = [
  { asked: /\/createLucideIcon\.mjs$/, by: /\/lucide-react\//, put: 'create-icon.ts' },
  { asked: /\/searchParams\.js$/, by: /\/@tanstack\/router-core\//, put: 'search-params.ts' },
  { asked: /^\0?vite\/preload-helper\.js$/, by: /./, put: 'preload.ts' },
];

/** Replaces parts of libraries in the built panel with the smaller files in `build/stand-ins`. `stand-ins.test.ts` compares the icons. */
export function standIns(root: string): Plugin {
  const found = new Set<string>();
  return {
    name: 'stand-ins',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer = '') {
      const one = STAND_INS.find(({ asked, by }) => asked.test(source) && by.test(importer));
      if (!one) return null;
      found.add(one.put);
      return `${root}/build/stand-ins/${one.put}`;
    },
    generateBundle(_options, bundle) {
      const sheets = Object.keys(bundle).filter((file) => file.endsWith('.css'));
      if (sheets.length > 1) throw new Error(`preload.ts loads no style sheets, but there are ${sheets.join(', ')}`);
    },
    buildEnd() {
      const missed = STAND_INS.find(({ put }) => !found.has(put));
      if (missed) throw new Error(`nothing asks for ${missed.asked} any more, which ${missed.put} stands in for`);
    },
  };
}
