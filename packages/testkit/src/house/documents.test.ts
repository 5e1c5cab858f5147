import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { EVENT_TYPES } from '@postern/domain/webhooks';
import { expect, test } from 'vitest';
import { listSourceFiles, root } from './repository.ts';

const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const sources = listSourceFiles();
const documents = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })].map((file) => ({
  file,
  text: textOf(file),
}));

/** Everything that the documents name by this pattern's first group, with the document, as long as it isn't fine. */
function named(pattern: RegExp, isFine: (name: string, file: string) => boolean): string[] {
  const found = documents.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map((match) => ({ file, name: match[1] ?? '' })),
  );
  // A pattern that matches nothing would find every document right.
  expect(found.length).toBeGreaterThan(5);
  return found.filter(({ name, file }) => !isFine(name, file)).map(({ name, file }) => `${file}: ${name}`);
}

/** The words of all source files but this one's, which spells the exceptions. */
const words = new Set(
  sources
    .filter((file) => file !== 'packages/testkit/src/house/documents.test.ts')
    .filter((file) => /\.(tsx?|mjs|sql|json|conf|cf|example)$/.test(file))
    .concat(globSync('apps/api/src/db/migrations/*.sql', { cwd: root }))
    .flatMap((file) => textOf(file).match(/\w+/g) ?? []),
);

/** `<feature>` and the like stand for any name: at least one file must fit. */
const asGlob = (place: string): string => place.replaceAll(/<[^>]*>/g, '*');
const placeExists = (place: string): boolean => {
  const glob = asGlob(place);
  return glob.includes('*') ? globSync(glob, { cwd: root }).length > 0 : existsSync(path.join(root, glob));
};

test('every path in the repository that a document names exists', () => {
  const missing = named(
    /(?<![\w./-])((?:apps|packages|scripts|deploy|docs|bench|e2e)\/[\w./<>*-]*[\w>*])/g,
    placeExists,
  );
  expect(missing).toEqual([]);
});

test('every file that a document names without its folder exists', () => {
  const fileExists = (name: string) => {
    const ending = new RegExp(`(^|/)${asGlob(name).replaceAll('.', '[.]').replaceAll('*', '[^/]*')}$`);
    return existsSync(path.join(root, name)) || sources.some((file) => ending.test(file));
  };
  const missing = named(
    /`((?!apps|packages|scripts|deploy|docs|bench|e2e)[\w<>*][\w./<>*-]*\.(?:tsx?|mjs|sql))`/g,
    fileExists,
  );
  expect(missing).toEqual([]);
});

test('every link of a document leads to a file', () => {
  const leads = (target: string, file: string) =>
    /^https?:/.test(target) || existsSync(path.join(root, path.dirname(file), target.replace(/#.*/, '')));
  expect(named(/\]\(([^)\s]+)\)/g, leads)).toEqual([]);
});

test('every npm script that a document names exists', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const isCommand = (name: string) => name in scripts || name === 'ci';
  expect(named(/(?:`|^)npm (?:run )?(?:-s )?([\w:-]+)/gm, isCommand)).toEqual([]);
});

test('every operator command that a document names exists', () => {
  const lists = sources.filter((file) => /^apps\/api\/src\/.*\bcommands\.ts$/.test(file));
  const commands = new Set(
    lists.flatMap((file) =>
      [...textOf(file).matchAll(/^ {2}'?([a-z][a-z -]*)'?: \{\n\s+usage:/gm)].map(([, name]) => name),
    ),
  );
  const isCommand = (name: string) => name === 'help' || [name, name.split(' ')[0]].some((each) => commands.has(each));
  expect(named(/\b(?:postern --|bin\/postern) ([a-z][a-z-]*(?: [a-z][a-z-]*)?)/g, isCommand)).toEqual([]);
});

test('every setting is in the guide for operators, and every setting that a document names is one', () => {
  const configuration = sources.filter((file) => /^apps\/api\/src\/config\/[^/]*(?<!\.test)\.ts$/.test(file));
  const settings = new Set(configuration.flatMap((file) => textOf(file).match(/\bPOSTERN_[A-Z_]*[A-Z]/g) ?? []));
  const guide = textOf('docs/operate.md');
  expect([...settings].filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
  expect(named(/\b(POSTERN_[A-Z_]*[A-Z])/g, (name) => settings.has(name))).toEqual([]);
});

test('the guide to webhooks lists every event, and none that does not exist [EVT-01]', () => {
  const listed = [...textOf('docs/webhooks.md').matchAll(/^\| `([\w.]+)` \|/gm)].map(([, type]) => type);
  expect(listed.filter((type) => type?.includes('.'))).toEqual(EVENT_TYPES);
});

/** Names of other programs, and of events, which the guide to webhooks has. */
const FOREIGN = ['max_prepared_statements', 'pg_current_snapshot', ...EVENT_TYPES.flatMap((type) => type.split('.'))];

test('the guide for operators lists every event that the panel reports, and none that does not exist [EVT-01]', () => {
  const [, catalogue = ''] = textOf('apps/panel/src/lib/events/event-catalogue.ts').split('EventCatalogue = {');
  const reported = [...catalogue.matchAll(/^ {2}(\w+): /gm)].map(([, name]) => name);
  const [, table = ''] = textOf('docs/operate.md').split('| Event | When | `attrs` |');
  const [rows = ''] = table.split('\n\n');
  const listed = rows
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name));
  expect(reported.length).toBeGreaterThan(10);
  expect(new Set(listed)).toEqual(new Set(reported));
});

test('every function, field and code that a document names is in the source', () => {
  const identifier = /`(?:[\w-]+\.)?((?:[a-z]+[A-Z]|[A-Za-z]+_)\w*)(?:\([^`]*\)|\.\w+)?`/g;
  expect(named(identifier, (name) => words.has(name) || FOREIGN.includes(name))).toEqual([]);
});

test('the list of decisions has each with its title, and code cites none that is missing', () => {
  const decisions = documents.filter(({ file }) => /^docs\/adr\/\d/.test(file));
  const rows = decisions.map(({ file, text }) => {
    const [, number = '', title] = /^# (\d+)\. (.+)\n\nStatus: /.exec(text) ?? [];
    return `| ${number.padStart(4, '0')} | [${title}](${path.basename(file)}) |`;
  });
  expect(textOf('docs/adr/README.md').match(/^\| \d.*$/gm)).toEqual(rows.sort());
  const cited = sources.flatMap((file) =>
    [...textOf(file).matchAll(/\bADR (\d+)\b/g)].map((match) => Number(match[1])),
  );
  expect(cited.length).toBeGreaterThan(20);
  const numbers = new Set(decisions.map(({ file }) => Number(path.basename(file).slice(0, 4))));
  expect(cited.filter((number) => !numbers.has(number))).toEqual([]);
});
