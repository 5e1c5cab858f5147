// What a partner owes or gets for a month: pure sums over the entries in the books.

export { statementCsv } from './statement-csv.ts';
export {
  type LostPayment,
  type PricedEntry,
  type StatementEntry,
  type StatementTotal,
  priceEntries,
  totalsOf,
} from './statement-totals.ts';
