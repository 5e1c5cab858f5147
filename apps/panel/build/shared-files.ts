import type { Plugin, Rolldown } from 'vite';
import { usedImports } from './used-imports.ts';

/** Where a file's modules are found: these, and all that they import at once. */
const ROOTS = {
  /** The screens that need no sign-in, which many see on a phone before anything else of the panel. */
  outside: /\/features\/(purchase\/purchase-page|sign-in\/[\w-]+(-page|-step))\.tsx$/,
  /** What every signed-in screen loads. */
  frame: /\/app\/(boot\/open-panel|shell\/panel-frame|frame-screens)\.tsx?$/,
  /** The list of mailboxes, the first screen behind the sign-in. */
  list: /\/features\/(mailboxes\/(mailboxes-page|prepare-mailboxes)|first-steps\/first-steps-card)\.tsx?$/,
  /** What the list loads once it is shown. */
  dialogs:
    /\/(mailboxes\/(mailbox-dialogs|create\/(create-dialogs|mailbox-created-panel)|suspensions\/suspensions-popover)|overlays\/menu)\.tsx$/,
};
type Part = keyof typeof ROOTS;

/**
 * Puts the modules of the screens that most people open into one file each, so that a screen is a handful of requests: a file for each module
 * made the list of mailboxes ask for 147. All in one would make a buyer load what only the panel behind the sign-in needs.
 */
export function sharedFiles(): { plugin: Plugin; groups: Rolldown.CodeSplittingGroup[] } {
  const parts: Record<Part, Set<string>> = {
    outside: new Set(),
    frame: new Set(),
    list: new Set(),
    dialogs: new Set(),
  };
  const isIn =
    (...names: Part[]) =>
    (id: string) =>
      names.some((name) => parts[name].has(id));
  const isFirst = isIn('frame', 'list');
  /** What the dialogs share with screens elsewhere. */
  const borrowed = new Set<string>();
  return {
    plugin: {
      name: 'shared-files',
      apply: 'build',
      async buildEnd() {
        const importsOf = usedImports(this);
        const add = async (part: Set<string>, id: string) => {
          if (part.has(id)) return;
          part.add(id);
          // Not what is only loaded later.
          for (const imported of await importsOf(id)) await add(part, imported);
        };
        for (const id of this.getModuleIds())
          for (const part of Object.keys(ROOTS) as Part[]) if (ROOTS[part].test(id)) await add(parts[part], id);
        // If other screens' dialogs need it too, it would make them load all of these.
        const isOwn = (id: string): boolean => {
          const { importers = [], dynamicImporters = [] } = this.getModuleInfo(id) ?? {};
          return (
            ROOTS.dialogs.test(id) ||
            (dynamicImporters.length === 0 && importers.every((each) => parts.dialogs.has(each)))
          );
        };
        let size: number;
        do {
          size = parts.dialogs.size;
          for (const id of parts.dialogs) {
            if (isOwn(id)) continue;
            borrowed.add(id);
            parts.dialogs.delete(id);
          }
        } while (parts.dialogs.size < size);
      },
    },
    // Each file has what its own roots use and no more: what a module could lead to includes all that its features offer others.
    groups: [
      { name: 'shared', test: (id: string) => isIn('outside')(id) && isFirst(id), priority: 6 },
      { name: 'frame', test: isIn('frame'), priority: 5 },
      { name: 'mailboxes', test: isIn('list'), priority: 4 },
      { name: 'outside', test: isIn('outside'), minShareCount: 2, priority: 3 },
      { name: 'mailbox-dialogs', test: isIn('dialogs'), priority: 2 },
      { name: 'panel-shared', minShareCount: 3, priority: 1 },
      // In a file of its own, or the bundler may put it into the file of the dialogs, which their own screen then loads in vain.
      { name: 'actions', test: (id: string) => borrowed.has(id), priority: 0 },
    ].map((group) => ({ ...group, includeDependenciesRecursively: false })),
  };
}
