import type { Plugin, Rolldown } from 'vite';

/** The buyer's first screen, which many see on a phone before anything else of the panel. */
const BUYERS = /\/features\/purchase\/purchase-page\.tsx$/;

/**
 * Puts modules that several screens share into two files: what the buyer's screens use, and the rest. Each in a file of its own made the list
 * of mailboxes ask for 147 files; all in one made a buyer load what only the panel behind the sign-in needs.
 */
export function sharedFiles(): { plugin: Plugin; groups: Rolldown.CodeSplittingGroup[] } {
  const buyers = new Set<string>();
  return {
    plugin: {
      name: 'shared-files',
      apply: 'build',
      buildEnd() {
        const add = (id: string) => {
          if (buyers.has(id)) return;
          buyers.add(id);
          // Not what is only loaded later.
          for (const imported of this.getModuleInfo(id)?.importedIds ?? []) add(imported);
        };
        for (const id of this.getModuleIds()) if (BUYERS.test(id)) add(id);
      },
    },
    groups: [
      { name: 'shared', test: (id) => buyers.has(id), minShareCount: 2, priority: 2 },
      { name: 'panel-shared', minShareCount: 3, priority: 1 },
    ],
  };
}
