import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build, type Plugin as Part } from 'esbuild';
import type { Plugin } from 'vite';
import { builtIndex, catalogueModule, textVersions } from './catalogue-plugin.ts';
import { textFile } from './text-file.ts';
import type { TextGroup } from './text-groups.ts';

const STAND_INS = 'src/early/picture/stand-ins';
type Picture = {
  entry: string;
  /** Libraries and modules of ours that another file takes the place of, by how they are imported. */
  replaced: Record<string, RegExp>;
  /**
   * What is never in the early picture. It isn't in its file either, and a picture that would need it isn't drawn.
   */
  leftOut: RegExp;
  /** The group that its texts belong to, and whether it has those that it may show in a file of its own. */
  texts: TextGroup;
  hasOwnTexts: boolean;
};

const LIBRARIES = { react: /^react(\/jsx-runtime)?$/, 'react-router': /^@tanstack\/react-router$/ };

const PICTURES = {
  /** Answers are read as they come, rows are those of a phone, and neither a dialog nor an empty or failed list is an ordinary first picture. */
  list: {
    entry: 'list-picture',
    replaced: {
      ...LIBRARIES,
      'react-query': /^@tanstack\/react-query$|\/query-client\.ts$/,
      'base-ui': /^@base-ui\/react\/(use-render|csp-provider)$/,
      parts:
        /\/(awaited-part|palette-host|password-question|side-content|use-live-changes|use-one-tab-stop|use-virtual-rows|use-part|chunk-errors|use-highlighted-mailbox|use-asked-action|use-launch-flag|plan-refusal|mailbox-actions|action-icons|use-mailbox-columns|use-is-visited|prepare-first-steps|partner|palette-state)\.tsx?$/,
    },
    leftOut:
      /^@postern\/contract\/|^@postern\/ui\/(layout\/(table|empty-state)|forms\/checkbox|feedback\/(skeleton|status-dot)|drawings\/[\w-]+)$|^@base-ui\/|\/(api-client|mailbox-row|mailboxes-empty|mailboxes-failed|mailboxes-skeleton|selection-bar|place-line|ask-your-admin)\.tsx?$/,
    texts: 'panel',
    hasOwnTexts: true,
  },
  /** Nothing has been sent yet, so nothing has failed, and nobody is asked for more than the two fields. */
  signIn: {
    entry: 'sign-in-picture',
    replaced: {
      ...LIBRARIES,
      'sign-in-parts':
        /^@postern\/domain\/sign-in$|^@postern\/ui\/feedback\/banner$|\/(use-login|use-after-press|drafts|toasts|view|texts|partner|paths|spinner)\.tsx?$/,
    },
    leftOut: /^@postern\/contract\//,
    texts: 'entry',
    hasOwnTexts: false,
  },
} satisfies Record<string, Picture>;

/** Needs no search. The bundler begins each search for a plugin from nothing, and the icons alone would be thousands. */
const NAMES_A_FILE = /^\.\.?\/.*\.(m?js|tsx?)$/;
const RESOLVED = 'resolved';

function inPlaceOf(root: string, { replaced, leftOut }: Picture): Part {
  return {
    name: 'in-place-of',
    setup(bundler) {
      bundler.onResolve({ filter: /.*/ }, async ({ path, kind, resolveDir, importer, pluginData }) => {
        if (kind === 'entry-point' || pluginData === RESOLVED) return undefined;
        const [standIn] = Object.entries(replaced).find(([, asked]) => asked.test(path)) ?? [];
        if (standIn) return { path: `${root}/${STAND_INS}/${standIn}.ts` };
        if (path === 'virtual:catalogue') return { path, namespace: 'texts' };
        if (kind === 'dynamic-import' || leftOut.test(path)) return { path, namespace: 'left-out', sideEffects: false };
        if (path.endsWith('/createLucideIcon.mjs')) return { path: `${root}/build/stand-ins/create-icon.ts` };
        // No module does anything when it is imported, so what the picture doesn't use isn't in its file.
        if (NAMES_A_FILE.test(path)) return { path: join(resolveDir, path), sideEffects: false };
        const found = await bundler.resolve(path, { kind, resolveDir, importer, pluginData: RESOLVED });
        return { ...found, sideEffects: false };
      });
      bundler.onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({ contents: 'module.exports = {}' }));
      bundler.onLoad({ filter: /.*/, namespace: 'texts' }, () => ({
        contents: builtIndex(textVersions(`${root}/locales`)),
      }));
    },
  };
}

/** In the code until its texts are known. */
const TEXTS = 'TEXTS_OF_PICTURE';
/** The beginning of a key that goes on with a value. */
const BEGINNING = /`((?:[\w-]+\.)+)\$\{/g;

/** Whether the code may ask for a text: it names the key, or its beginning. */
function keysOf(source: string): (key: string) => boolean {
  const beginnings = [...source.matchAll(BEGINNING)].flatMap(([, beginning]) => beginning ?? []);
  return (key) => beginnings.some((beginning) => key.startsWith(beginning)) || source.includes(`"${key}"`);
}

type File = { fileName: string; source: string };
type Texts = { group: string; files: File[] };
/** The built file of a picture, and the group of its texts. */
export type BuiltPicture = { file: string; texts: string };

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 7);

/** The texts that the code may show, as a group of their own: half of the group that they belong to. */
function ownTexts(root: string, name: TextGroup, code: string): Texts {
  const isWanted = keysOf(code);
  const locales = Object.entries(textVersions(`${root}/locales`));
  const modules = locales.map(([locale, version]) => {
    return { locale, version, source: catalogueModule(`${root}/locales`, locale, name, isWanted) };
  });
  const group = `picture-${hashOf(modules.map((module) => module.source).join(''))}`;
  const files = modules.map((module) => ({
    fileName: textFile(module.locale, group, module.version),
    source: module.source,
  }));
  return { group, files };
}

/** Builds an early picture as a file of its own, from the panel's components. */
export function picture(
  root: string,
  name: keyof typeof PICTURES,
): { plugin: Plugin; built: () => Promise<BuiltPicture> } {
  const parts = PICTURES[name];
  let made: Promise<{ file: File; texts: Texts }> | undefined;
  async function make(): Promise<{ file: File; texts: Texts }> {
    const { outputFiles } = await build({
      entryPoints: [`${root}/src/early/picture/${parts.entry}.ts`],
      plugins: [inPlaceOf(root, parts)],
      define: { 'import.meta.env.DEV': 'false', __TEXTS__: JSON.stringify(TEXTS) },
      ...{ bundle: true, minify: true, write: false, format: 'esm', target: 'es2022', legalComments: 'none' },
      ...{ jsx: 'automatic', charset: 'utf8', logLevel: 'error' },
    });
    const code = outputFiles[0]?.text ?? '';
    const texts = parts.hasOwnTexts ? ownTexts(root, parts.texts, code) : { group: parts.texts, files: [] };
    const source = code.replaceAll(TEXTS, texts.group);
    return { file: { source, fileName: `assets/${parts.entry}-${hashOf(source)}.js` }, texts };
  }
  const makeOnce = () => (made ??= make());
  return {
    built: async () => {
      const { file, texts } = await makeOnce();
      return { file: file.fileName, texts: texts.group };
    },
    plugin: {
      name: parts.entry,
      apply: 'build',
      async generateBundle() {
        const { file, texts } = await makeOnce();
        for (const each of [file, ...texts.files]) this.emitFile({ type: 'asset', ...each });
      },
    },
  };
}
