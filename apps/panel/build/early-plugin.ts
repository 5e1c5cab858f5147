import { buildSync } from 'esbuild';
import type { Plugin, Rolldown } from 'vite';
import type { FirstFiles } from '../src/early/first-files.ts';
import { LOCALE_NAMES } from '../src/lib/i18n/locales.ts';
import { textVersions } from './catalogue-plugin.ts';
import { picture } from './picture-plugin.ts';
import { screenFiles } from './screen-files.ts';

/** What every screen behind the sign-in loads. */
const FRAME = /\/app\/(boot\/open-panel\.ts|shell\/panel-frame\.tsx|frame-screens\.ts)$/;
const MAIN = /\/src\/main\.tsx$/;
const PLACE = '<!--early-->';

/**
 * Writes src/early into the page as a script of its own, with the files of every screen, so that the browser asks for them and for the
 * screen's data before it has the panel's code. The server allows the script by its hash.
 */
export function early(root: string, version: string): Plugin[] {
  const { plugin, screens } = screenFiles();
  const ofList = picture(root);
  const script = (plan: FirstFiles): string => {
    const { outputFiles } = buildSync({
      entryPoints: [`${root}/src/early/early.ts`],
      define: { __FIRST_FILES__: JSON.stringify(plan), __APP_VERSION__: JSON.stringify(version) },
      ...{ bundle: true, minify: true, write: false, format: 'iife', target: 'es2022', legalComments: 'none' },
    });
    return outputFiles[0]?.text.trim() ?? '';
  };
  return [
    plugin,
    ofList.plugin,
    {
      name: 'early',
      transformIndexHtml: {
        order: 'post',
        async handler(html, { bundle }) {
          const plan = bundle
            ? { ...planOf(Object.values(bundle), screens, textsOf(root)), picture: (await ofList.built()).fileName }
            : { files: [], screens: {}, texts: {} };
          return html.replace(PLACE, () => `<script>${script(plan)}</script>`);
        },
      },
      // For measure-entry.mjs.
      generateBundle: {
        order: 'post',
        async handler(_options, bundle) {
          const plan = planOf(Object.values(bundle), screens, textsOf(root));
          const source = JSON.stringify({ ...plan, picture: (await ofList.built()).fileName });
          this.emitFile({ type: 'asset', fileName: '.vite/first-files.json', source });
        },
      },
    },
  ];
}

type Bundle = (Rolldown.OutputChunk | Rolldown.OutputAsset)[];

function planOf(
  bundle: Bundle,
  screens: ReturnType<typeof screenFiles>['screens'],
  texts: FirstFiles['texts'],
): FirstFiles {
  const chunks = bundle.filter((file) => file.type === 'chunk');
  const plan: FirstFiles = { files: [], screens: {}, texts };
  const place = (file: string): number => {
    if (!plan.files.includes(file)) plan.files.push(file);
    return plan.files.indexOf(file);
  };
  const page = filesWith(chunks, (id) => MAIN.test(id));
  for (const [path, { modules, texts: groups, isSignedIn }] of screens) {
    const lost = modules.find((id) => !chunks.some(({ moduleIds }) => moduleIds.includes(id)));
    if (lost) throw new Error(`${path} loads ${lost}, which is not in the build`);
    const files = filesWith(chunks, (id) => modules.includes(id) || (isSignedIn && FRAME.test(id)));
    // Sorted by place, because equal rows compress better.
    const places = [...files].filter((file) => !page.has(file)).map(place);
    plan.screens[path] = { files: places.sort((one, other) => one - other), texts: groups, isSignedIn };
  }
  return plan;
}

/** The files that hold a module, and all that they import at once. */
function filesWith(chunks: Rolldown.OutputChunk[], isWanted: (id: string) => boolean): Set<string> {
  const files = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const file of chunk.imports) add(chunks.find(({ fileName }) => fileName === file));
  };
  for (const chunk of chunks) if (chunk.moduleIds.some(isWanted)) add(chunk);
  return files;
}

/** The versions of the texts, the locales in the order of their list. */
function textsOf(root: string): Record<string, string> {
  const order = Object.keys(LOCALE_NAMES);
  const versions = Object.entries(textVersions(`${root}/locales`));
  return Object.fromEntries(versions.sort(([one], [other]) => order.indexOf(one) - order.indexOf(other)));
}
