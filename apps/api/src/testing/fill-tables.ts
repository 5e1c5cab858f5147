import type { Client } from 'pg';

type FilledTable = { table: string; rows: number };

type Column = { name: string; type: string; indexed: boolean; checked: boolean; generated: boolean };

const COLUMNS = `
  select a.attname as name, t.typname as type, a.attgenerated <> '' as generated,
    exists (select from pg_index i where i.indrelid = a.attrelid and a.attnum = any(i.indkey)) as indexed,
    exists (select from pg_constraint c where c.conrelid = a.attrelid and c.contype = 'c' and a.attnum = any(c.conkey)) as checked
  from pg_attribute a join pg_type t on t.oid = a.atttypid
  where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`;

/** What a copy has in a column: keys differ from copy to copy, the rest stays. n is the copy's number, owner its customer's. */
function valueIn({ name, type, indexed, checked }: Column, owner: string): string {
  const kept = `t."${name}"`;
  if (type === 'uuid') {
    const key = name === 'customer_id' || name === 'bundle_id' ? owner : 'n';
    return `case when ${kept} is null then null else md5('${name}' || ${key})::uuid end`;
  }
  if (!indexed) return kept;
  if (type === 'text' && !checked) return `'p' || ${name === 'domain' ? owner : 'n'} || '-' || ${kept}`;
  if (type === 'text' && name === 'address') return `'p' || n || '-' || ${kept}`;
  if (['int4', 'int8'].includes(type) && !checked) return `${kept} + 1000000 + n`;
  if (type === 'timestamptz') return `${kept} + n % 100000 * interval '1 minute'`;
  return kept;
}

/**
 * Copies one row of a table many times, with other keys, so that the table is as large as with that many customers. Without foreign keys and
 * triggers, so what the copies refer to needn't be there.
 * @throws what the database refuses, such as a check that a copy doesn't pass
 */
export async function fillTable(client: Client, table: string, rows: number, customers: number): Promise<FilledTable> {
  const { rows: columns } = await client.query<Column>(COLUMNS, [`public."${table}"`]);
  const written = columns.filter(({ generated }) => !generated);
  const names = written.map(({ name }) => `"${name}"`).join(', ');
  const values = written.map((column) => valueIn(column, `(n % ${customers})`)).join(', ');
  await client.query(
    `insert into public."${table}" (${names}) overriding system value
     select ${values} from (select * from public."${table}" limit 1) t, generate_series(1, ${rows}) n`,
  );
  return { table, rows };
}
