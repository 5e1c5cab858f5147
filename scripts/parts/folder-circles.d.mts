export function findFolderCircles(
  modules: readonly { source: string; dependencies: readonly { resolved: string }[] }[],
): string[][];
