import { useText } from '../../lib/i18n/texts.ts';
import { useListLayout } from '../../lib/lists/use-list-layout.ts';
import type { RecordToAdd } from './record-cards.ts';
import { FieldCopy, FieldValue } from './record-field-value.tsx';
import { type RecordField, recordFields, type RecordPlace } from './record-fields.ts';

type Props = { records: readonly RecordToAdd[]; of: string; place: RecordPlace };

/** The records to type in at the domain's provider, each part with a copy button. Spec 2 §3, expected-record rows. */
export function RecordsToAdd({ records, of, place }: Props) {
  const t = useText();
  const isList = useListLayout();
  if (records.length === 0) return null;
  const rows = records.map((record) => ({ record, fields: recordFields(record, place, t) }));
  if (!isList) return <RecordsTable rows={rows} of={of} />;
  return (
    <div className="my-3 grid gap-3">
      {rows.map((row) => (
        <RecordSheet key={keyOf(row)} row={row} of={of} />
      ))}
    </div>
  );
}

type Row = { record: RecordToAdd; fields: RecordField[] };

/** The value is the longest part and gets the remaining width. */
const COLUMNS: readonly RecordField['field'][] = ['host', 'priority', 'ttl', 'value'];
const SHEET: readonly RecordField['field'][] = ['host', 'priority', 'value', 'ttl'];
const inOrder = (fields: readonly RecordField[], order: typeof COLUMNS) =>
  order.flatMap((name) => fields.find(({ field }) => field === name) ?? []);

function RecordsTable({ rows, of }: { rows: readonly Row[]; of: string }) {
  const t = useText();
  const [first] = rows;
  return (
    <div className="my-3 overflow-clip print:my-1.5 rounded-md border border-line">
      <table aria-label={of} className="w-full border-separate border-spacing-0">
        <thead className="bg-sunken text-small text-2nd">
          <tr>
            <th scope="col" className={HEAD}>
              {t('domainConnection.field.type')}
            </th>
            {first &&
              inOrder(first.fields, COLUMNS).map(({ field, label }) => (
                <th key={field} scope="col" className={HEAD}>
                  {label}
                </th>
              ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <td className={CELL}>{row.record.type}</td>
              {inOrder(row.fields, COLUMNS).map((field) => (
                <td key={field.field} className={field.field === 'value' ? `${CELL} w-full` : CELL}>
                  <span className="flex items-start gap-3">
                    <span className={field.field === 'value' ? 'min-w-0 flex-1 wrap-anywhere' : undefined}>
                      <FieldValue field={field} added={row.record.added} />
                    </span>
                    <FieldCopy field={field} of={of} isBare={field.field === 'host'} />
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** One record with one line per part, if there is no room for a table. */
function RecordSheet({ row: { record, fields }, of }: { row: Row; of: string }) {
  const t = useText();
  return (
    <dl className="divide-y divide-line overflow-clip rounded-md border border-line">
      <div className="flex">
        <dt className={NAME}>{t('domainConnection.field.type')}</dt>
        <dd className="px-3.5 py-2.5 font-mono text-small">{record.type}</dd>
      </div>
      {inOrder(fields, SHEET).map((field) => (
        <div key={field.field} className="flex">
          <dt className={NAME}>{field.label}</dt>
          <dd className="flex min-w-0 flex-1 items-start gap-3 px-3.5 py-2.5 font-mono text-small">
            <span className="min-w-0 flex-1 wrap-anywhere">
              <FieldValue field={field} added={record.added} />
            </span>
            <FieldCopy field={field} of={of} isBare />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const keyOf = ({ record: { type, host, value } }: Row): string => `${type} ${host} ${value}`;
const HEAD = 'px-3.5 py-1.75 text-start font-normal whitespace-nowrap print:py-1';
const CELL = 'border-t border-line px-3.5 py-2.5 align-top font-mono text-small print:py-1';
const NAME = 'w-24 flex-none bg-sunken px-3.5 py-2.5 text-small text-2nd wrap-anywhere';
