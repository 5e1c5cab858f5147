export function listCode(root: string, folders: readonly string[]): string[];
export function findUnreadFiles(
  modules: readonly { source: string; dependencies: readonly { resolved: string }[] }[],
  files: readonly string[],
): string[];
