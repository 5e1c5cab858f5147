/** What is wrong with a step of the schema, for the release that runs while it is applied. ADR 86. */
export type StepProblem = {
  /** `breaks`: the former release's statements would fail. `locks`: its calls would wait too long. */
  kind: 'breaks' | 'locks';
  what: string;
};

/** Statements that break the former release wherever they stand, also in a DO block. */
const BREAKING: [what: string, pattern: RegExp][] = [
  ['drops something', /\bDROP\s+(TABLE|VIEW|MATERIALIZED VIEW|FUNCTION|SCHEMA|TYPE|INDEX|CONSTRAINT|SEQUENCE|ROLE)\b/i],
  ['drops a column', /\bDROP\s+(COLUMN\b|(?:IF EXISTS\s+)?"\w+"\s*[,;]?$)/im],
  ['renames something', /\bRENAME\s+(TO|COLUMN|CONSTRAINT|VALUE|"?\w+"?\s+TO)\b/i],
  ['moves something to another schema', /\bSET\s+SCHEMA\b/i],
  ["changes a column's type", /\bALTER\s+(COLUMN\s+)?"?\w+"?\s+(SET\s+DATA\s+)?TYPE\b/i],
  ['makes a column required', /\bSET\s+NOT\s+NULL\b/i],
  ['takes away a default', /\bDROP\s+(DEFAULT|IDENTITY|EXPRESSION)\b/i],
  ['adds a restrictive policy', /\bAS\s+RESTRICTIVE\b/i],
];

/** The same for statements about a table that the former release knows. */
const BREAKING_THERE: [what: string, pattern: RegExp][] = [
  [
    'adds a constraint that former writes may violate',
    /\bADD\s+(CONSTRAINT|UNIQUE|PRIMARY KEY|CHECK|FOREIGN KEY|EXCLUDE)\b/i,
  ],
  ['adds a unique index that former writes may violate', /^CREATE\s+UNIQUE\s+INDEX\b/i],
  ['hides rows of a table', /\bENABLE\s+ROW\s+LEVEL\s+SECURITY\b/i],
  ['takes away rights', /^REVOKE\b/i],
];

const LOCKING_THERE: [what: string, pattern: RegExp][] = [
  [
    'builds an index while writes wait; write CREATE INDEX CONCURRENTLY IF NOT EXISTS',
    /^CREATE\s+(UNIQUE\s+)?INDEX\s+(?!CONCURRENTLY\s+IF\s+NOT\s+EXISTS\b)/i,
  ],
  [
    'writes the whole table anew',
    /\bGENERATED\s+ALWAYS\s+AS\s*\(.*\bSTORED\b|\b(big|small)?serial\b|\bDEFAULT\s+(gen_random_uuid|random|clock_timestamp|nextval|uuid_\w+)\(/is,
  ],
];

const CONCURRENT = /^CREATE\s+(UNIQUE\s+)?INDEX\s+CONCURRENTLY\b/i;
const ADDED_COLUMN = /\bADD\s+(?:COLUMN\s+)(?:IF NOT EXISTS\s+)?("?\w+"?[^;]*?)(?=,\s*ADD\b|$)/gis;
/** Statements that lock a table against all others. */
const LOCKED =
  /^(?:ALTER\s+TABLE\s+(?:ONLY\s+)?|(?:CREATE|DROP|ALTER)\s+(?:POLICY|TRIGGER)\s+.*?\sON\s+)"?(?:public"?\.)?"?(\w+)"?/is;
const TABLE = /(?:\bTABLE\s+(?:ONLY\s+|IF\s+(?:NOT\s+)?EXISTS\s+)?|\sON\s+(?:ONLY\s+)?)"?(?:public"?\.)?"?(\w+)"?/i;

/** What is wrong with a step: its text, as in a file of `apps/api/src/db/migrations`. */
export function findStepProblems(text: string): StepProblem[] {
  const statements = text.split('--> statement-breakpoint').map((part) => part.replaceAll(/^\s*--.*$/gm, '').trim());
  const made = new Set(
    [...text.matchAll(/\bCREATE\s+TABLE\s+(?:IF NOT EXISTS\s+)?"?(\w+)"?/gi)].map(([, name = '']) => name),
  );
  const isThere = (statement: string) => !made.has(TABLE.exec(statement)?.[1] ?? '');
  const problems = statements.flatMap((statement) => problemsOf(statement, isThere(statement)));
  const concurrent = statements.filter((statement) => CONCURRENT.test(statement));
  if (concurrent.length > 0 && concurrent.length < statements.filter((one) => one !== '').length)
    problems.push({
      kind: 'locks',
      what: 'builds an index concurrently next to other statements; give it a step of its own',
    });
  const locked = new Set(
    statements.flatMap((statement) => LOCKED.exec(statement)?.[1] ?? []).filter((name) => !made.has(name)),
  );
  if (locked.size > 1)
    problems.push({
      kind: 'locks',
      what: `locks several tables at once (${[...locked].join(', ')}); give each a step of its own`,
    });
  return problems;
}

function problemsOf(statement: string, isThere: boolean): StepProblem[] {
  const found = (kind: StepProblem['kind'], patterns: [string, RegExp][]) =>
    patterns.flatMap(([what, pattern]) => (pattern.test(statement) ? [{ kind, what }] : []));
  const isAlter = /^ALTER\s+TABLE\b/i.test(statement);
  return [
    ...found('breaks', BREAKING),
    ...(isThere ? found('breaks', BREAKING_THERE) : []),
    ...(isThere && isAlter && addsRequired(statement)
      ? [{ kind: 'breaks' as const, what: 'adds a column that former writes leave empty, but that needs a value' }]
      : []),
    ...(isThere ? found('locks', LOCKING_THERE) : []),
  ];
}

const addsRequired = (statement: string): boolean =>
  [...statement.matchAll(ADDED_COLUMN)].some(
    ([, column = '']) => /\bNOT\s+NULL\b/i.test(column) && !/\b(DEFAULT|GENERATED|(big|small)?serial)\b/i.test(column),
  );
