/**
 * Takes the place of the build tool's helper around each lazily loaded module: requests the files that the module needs along with it. None
 * of them is a style sheet, as all styles are in the page's own.
 */
export function __vitePreload<Module>(load: () => Promise<Module>, files: readonly string[] = []): Promise<Module> {
  for (const file of files) {
    if (document.querySelector(`link[href="/${file}"]`)) continue;
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = `/${file}`;
    document.head.append(link);
  }
  return load();
}
