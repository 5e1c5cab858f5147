import type { PluginContext } from 'rolldown';

type Node = { type: string; [key: string]: unknown };
type Named = { name?: string; value?: string };

/** A module's import and export statements. `names` is null if the statement means all of the other module. */
type Import = { from: string; names: { theirs: string; ours: string }[] | null; isPassedOn: boolean };

const nameOf = (node: unknown): string => (node as Named).name ?? (node as Named).value ?? '';

function importOf(statement: Node): Import | null {
  const source = statement['source'] as Named | null | undefined;
  if (!source?.value || statement['importKind'] === 'type' || statement['exportKind'] === 'type') return null;
  const specifiers = (statement['specifiers'] ?? []) as Node[];
  const isPassedOn = statement.type.startsWith('Export');
  const isWhole =
    statement.type === 'ExportAllDeclaration' || specifiers.some(({ type }) => type === 'ImportNamespaceSpecifier');
  if (isWhole) return { from: source.value, names: null, isPassedOn };
  const names = specifiers.map((each) => ({
    theirs: each.type === 'ImportDefaultSpecifier' ? 'default' : nameOf(each['imported'] ?? each['local']),
    ours: nameOf(each['exported'] ?? each['local']),
  }));
  return { from: source.value, names, isPassedOn };
}

/**
 * The modules that a module needs when it loads, without others that its imports share an `index.ts` with: a barrel names everything in its
 * folder, and the bundler drops unused parts only after it has planned the files.
 */
export function usedImports(context: PluginContext): (id: string) => Promise<string[]> {
  const modules = new Map<string, Promise<Import[]>>();
  const moduleOf = (id: string): Promise<Import[]> => {
    const known = modules.get(id);
    if (known) return known;
    const read = readModule(id);
    modules.set(id, read);
    return read;
  };

  async function readModule(id: string): Promise<Import[]> {
    const code = context.getModuleInfo(id)?.code;
    if (!code) return [];
    const body = context.parse(code, { lang: 'tsx' }).body as unknown as Node[];
    const imports = body.map(importOf).filter((each) => each !== null);
    return Promise.all(
      imports.map(async (each) => ({ ...each, from: (await context.resolve(each.from, id))?.id ?? '' })),
    );
  }

  /** The modules from which these names come: the module itself, unless it only passes them on from others. */
  async function sourcesOf(id: string, names: string[] | null): Promise<string[]> {
    const passedOn = (await moduleOf(id)).filter((each) => each.isPassedOn);
    const isPassedOn = (name: string) => passedOn.some((each) => each.names?.some(({ ours }) => ours === name));
    if (names === null || names.length === 0 || !names.every(isPassedOn)) return [id];
    const found = passedOn.map(async ({ from, names: offered }) => {
      const asked = (offered ?? []).filter(({ ours }) => names.includes(ours)).map(({ theirs }) => theirs);
      return asked.length > 0 ? sourcesOf(from, asked) : [];
    });
    return (await Promise.all(found)).flat();
  }

  return async (id) => {
    const imports = await moduleOf(id);
    const known = context.getModuleInfo(id)?.importedIds ?? [];
    const narrowed = imports.filter(({ from, names }) => names !== null && known.includes(from));
    const others = known.filter((each) => !narrowed.some(({ from }) => from === each));
    const used = narrowed.map(({ from, names }) => sourcesOf(from, names && names.map(({ theirs }) => theirs)));
    return [...new Set([...others, ...(await Promise.all(used)).flat()])];
  };
}
