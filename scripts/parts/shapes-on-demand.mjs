import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { inRoot } from './repository.mjs';

/*
 * For the server's build: the contract's shapes are made when a call first needs them. A start would make two thousand, of which the first calls
 * need a few dozen. In the contract, `const shape = z.object(…)` becomes a function that makes it once, `shape$()`, wherever it is used; and what an
 * operation takes and gives becomes a getter. ADR 126.
 */
const CONTRACT = inRoot('packages/contract/src');
const DEFINING = ['operation', 'fileDownload', 'eventStream'];
const SHAPES = ['input', 'output', 'query', 'events'];
/** Expressions that only say something to the compiler; what they are about is in `expression`. */
const TYPED = ['TsAsExpression', 'TsSatisfiesExpression', 'TsNonNullExpression', 'TsConstAssertion'];
const FUNCTIONS = ['ArrowFunctionExpression', 'FunctionExpression'];

/** The file of the contract that an import names; null for all others. */
function contractFile(source, importer) {
  const [, name] = /^@postern\/contract\/([\w-]+)$/.exec(source) ?? [];
  if (name !== undefined) return path.join(CONTRACT, `${name}.ts`);
  const file = path.resolve(path.dirname(importer), source);
  return source.startsWith('.') && path.dirname(file) === CONTRACT ? file : null;
}

/** All nodes below a value that run, with what holds them. */
function* nodesIn(value, parent = null) {
  if (Array.isArray(value)) for (const each of value) yield* nodesIn(each, parent);
  else if (typeof value === 'object' && value !== null) {
    if (TYPED.includes(value.type)) {
      yield* nodesIn(value.expression, parent);
      return;
    }
    if (value.type?.startsWith('Ts')) return;
    const node = value.type === undefined ? parent : value;
    if (node === value) yield { node, parent };
    for (const [name, child] of Object.entries(value)) if (name !== 'span') yield* nodesIn(child, node);
  }
}

/** The names that a file imports for its code, not only for its types. */
function* importsOf({ body }, file) {
  for (const item of body) {
    if (item.type !== 'ImportDeclaration' || item.typeOnly) continue;
    const from = item.source.value;
    for (const specifier of item.specifiers) {
      if (specifier.isTypeOnly) continue;
      const { type, local, imported } = specifier;
      yield { from, of: contractFile(from, file), local, name: (imported ?? local).value, type, specifier };
    }
  }
}

/** The declarations at the top of a file. */
const declarationsOf = ({ body }) =>
  body
    .map((item) =>
      item.type === 'ExportDeclaration' ? { ...item.declaration, whole: item } : { ...item, whole: item },
    )
    .filter(({ type, kind }) => type === 'VariableDeclaration' && kind === 'const')
    .flatMap(({ declarations, whole }) =>
      declarations.map((one) => ({ ...one, whole, isAlone: declarations.length === 1 })),
    )
    .filter(({ id, init }) => id.type === 'Identifier' && init !== null);

const isDefinition = ({ type, callee }) => type === 'CallExpression' && DEFINING.includes(callee.value);

class Contract {
  #parse;
  #files = new Map();

  constructor(parse) {
    this.#parse = parse;
  }

  /** A file's syntax tree, and which of its names are, or make, shapes. */
  async read(file, through = []) {
    if (through.includes(file)) throw new Error(`${file} imports itself, by way of ${through.join(', ')}`);
    let known = this.#files.get(file);
    if (known === undefined) {
      known = await this.#read(file, [...through, file]);
      this.#files.set(file, known);
    }
    return known;
  }

  async #read(file, through) {
    const text = await readFile(file, 'utf8');
    const tree = this.#parse(text);
    const imports = [...importsOf(tree, file)];
    const about = new Set();
    for (const { from, of, local, name, type } of imports) {
      const isWhole = type === 'ImportNamespaceSpecifier';
      if (from === 'zod/mini' || (of !== null && !isWhole && (await this.read(of, through)).about.has(name)))
        about.add(local.value);
    }
    const declared = declarationsOf(tree);
    const isAbout = ({ init }) =>
      [...nodesIn(init)].some(({ node }) => node.type === 'Identifier' && about.has(node.value));
    for (let size = -1; size < about.size; ) {
      size = about.size;
      for (const one of declared) if (isAbout(one)) about.add(one.id.value);
    }
    const shapes = declared.filter(
      ({ id, init }) => about.has(id.value) && !FUNCTIONS.includes(init.type) && !isDefinition(init),
    );
    return { text, tree, imports, about, shapes, names: new Set(shapes.map(({ id }) => id.value)) };
  }

  /** The file's text with its shapes made on demand; null if it has none and uses none. */
  async rewrite(file) {
    const isOwn = path.dirname(file) === CONTRACT;
    const text = await readFile(file, 'utf8');
    if (!isOwn && !text.includes('@postern/contract/')) return null;
    const { tree, imports, shapes } = isOwn ? await this.read(file) : this.#parsed(text, file);
    const bytes = Buffer.from(text);
    const edits = [];
    // The parser counts bytes, from one.
    const put = (start, end, words) => edits.push({ start: start - 1, end: end - 1, words });
    const local = new Set(isOwn ? shapes.map(({ id }) => id.value) : []);
    const spaces = new Map();
    for (const { of, local: own, name, type, specifier } of imports) {
      if (of === null) continue;
      const { names } = await this.read(of);
      if (type === 'ImportNamespaceSpecifier') spaces.set(own.value, names);
      else if (names.has(name)) {
        local.add(own.value);
        put(specifier.span.start, specifier.span.end, `${name}$ as ${own.value}$`);
      }
    }
    const top = topOf(tree, imports);
    const isTop = (node) => node.type === 'Identifier' && node.ctxt === top;
    const inCode = tree.body.filter(({ type }) => type !== 'ImportDeclaration');
    for (const { node, parent } of nodesIn(inCode)) {
      if (isTop(node) && local.has(node.value) && parent?.type !== 'VariableDeclarator') {
        const isShort = parent?.type === 'ObjectExpression' && parent.properties.includes(node);
        put(node.span.start, node.span.end, `${isShort ? `${node.value}: ` : ''}${node.value}$()`);
      }
      if (node.type === 'VariableDeclarator' && node.init && isTop(node.init) && local.has(node.init.value))
        put(node.init.span.start, node.init.span.end, `${node.init.value}$()`);
      if (
        node.type === 'MemberExpression' &&
        isTop(node.object) &&
        spaces.get(node.object.value)?.has(node.property.value)
      )
        put(node.property.span.start, node.property.span.end, `${node.property.value}$()`);
      if (isOwn && isDefinition(node)) {
        const [{ expression: definition }] = node.arguments;
        for (const { type, key, value } of definition.properties ?? []) {
          if (type !== 'KeyValueProperty' || !SHAPES.includes(key.value)) continue;
          const { start, end } = spanOf(value);
          put(key.span.start, start, `get ${key.value}() { const made = (`);
          put(
            end,
            end,
            `); Object.defineProperty(this, '${key.value}', { value: made, enumerable: true }); return made; }`,
          );
        }
      }
    }
    if (isOwn)
      for (const { id, init, whole, isAlone } of shapes) {
        if (!isAlone) throw new Error(`${file}: declare ${id.value} on its own`);
        const { start, end } = spanOf(init);
        const exported = whole.type === 'ExportDeclaration' ? 'export ' : '';
        put(whole.span.start, start, `${exported}function ${id.value}$() { return ${id.value}$made ??= (`);
        put(end, whole.span.end, `); } var ${id.value}$made;`);
      }
    return edits.length === 0 ? null : apply(bytes, edits, file);
  }

  #parsed(text, file) {
    const tree = this.#parse(text);
    return { tree, imports: [...importsOf(tree, file)], shapes: [] };
  }
}

/** The mark of names at the top of a file; others, such as a parameter's, have another. */
const topOf = (tree, imports) => imports[0]?.local.ctxt ?? declarationsOf(tree)[0]?.id.ctxt;

const spanOf = (node) => node.span ?? node.expression.span;

function apply(bytes, edits, file) {
  const sorted = edits.toSorted((one, other) => one.start - other.start || one.end - other.end);
  const parts = [];
  let place = 0;
  for (const { start, end, words } of sorted) {
    if (start < place) throw new Error(`${file}: shapes-on-demand.mjs can't read what is at byte ${start}`);
    parts.push(bytes.subarray(place, start).toString(), words);
    place = end;
  }
  return [...parts, bytes.subarray(place).toString()].join('');
}

export const shapesOnDemand = {
  name: 'shapes-on-demand',
  async setup(build) {
    const { parseSync } = await import('@swc/core');
    const contract = new Contract((text) => parseSync(text, { syntax: 'typescript', target: 'esnext' }));
    build.onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
      if (file.includes('node_modules')) return null;
      const contents = await contract.rewrite(file);
      return contents === null ? null : { contents, loader: 'ts' };
    });
  },
};
