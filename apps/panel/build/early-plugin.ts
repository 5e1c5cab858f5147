import { buildSync } from 'esbuild';
import type { Plugin, Rolldown } from 'vite';
import { MAILBOXES } from '../src/early/early-calls.ts';
import type { FirstFiles } from '../src/early/first-files.ts';
import { LOCALE_NAMES } from '../src/lib/i18n/locales.ts';
import { textVersions } from './catalogue-plugin.ts';
import { picture } from './picture-plugin.ts';
import { screenFiles } from './screen-files.ts';

/** What every screen behind the sign-in loads. */
const FRAME = /\/app\/(boot\/open-panel\.ts|shell\/panel-frame\.tsx|frame-screens\.ts)$/;
const MAIN = /\/src\/main\.tsx$/;
const PLACE = '<!--early-->';
const ENTRY = /\s*(<script type="module"[^>]*><\/script>)/;

/**
 * Writes src/early into the page as a script of its own, with the files of every screen, so that the browser asks for them and for the
 * screen's data before it has the panel's code. The server allows the script by its hash.
 */
export function early(root: string, version: string): Plugin[] {
  const { plugin, screens } = screenFiles();
  const [ofList, ofSignIn] = [picture(root, 'list'), picture(root, 'signIn')];
  const pictures = async () => ({ list: await ofList.built(), signIn: await ofSignIn.built() });
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
    ofSignIn.plugin,
    {
      name: 'early',
      transformIndexHtml: {
        order: 'post',
        async handler(html, { bundle }) {
          const plan = bundle
            ? { ...planOf(Object.values(bundle), screens, textsOf(root)), pictures: await pictures() }
            : { files: [], screens: {}, texts: {} };
          const page = bundle ? leaveEntryToServer(html) : html;
          return page.replace(PLACE, () => `<script>${script(plan)}</script>`);
        },
      },
      // For measure-entry.mjs.
      generateBundle: {
        order: 'post',
        async handler(_options, bundle) {
          const plan = planOf(Object.values(bundle), screens, textsOf(root));
          const source = JSON.stringify({ ...plan, pictures: await pictures() });
          this.emitFile({ type: 'asset', fileName: '.vite/first-files.json', source });
        },
      },
    },
  ];
}

/**
 * The server adds the panel's script to the page, except at the address of the early picture, where src/early starts the panel once the picture
 * is drawn. The script comes before src/early, which checks whether it is there.
 */
function leaveEntryToServer(html: string): string {
  const [whole, tag] = ENTRY.exec(html) ?? [];
  if (whole === undefined) throw new Error('the page has no script of the panel');
  return html.replace(whole, '').replace(PLACE, `<!--entry ${MAILBOXES} ${tag}-->\n    ${PLACE}`);
}

type Bundle = (Rolldown.OutputChunk | Rolldown.OutputAsset)[];

function planOf(
  bundle: Bundle,
  screens: ReturnType<typeof screenFiles>['screens'],
  texts: FirstFiles['texts'],
): FirstFiles {
  const chunks = bundle.filter((file) => file.type === 'chunk');
  const entry = chunks.find(({ isEntry }) => isEntry)?.fileName;
  const plan: FirstFiles = { files: [], screens: {}, texts, ...(entry === undefined ? {} : { entry }) };
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
