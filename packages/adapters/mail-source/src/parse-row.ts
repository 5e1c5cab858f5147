/** What a server answers about one message to a FETCH. `source` is the whole message. */
export type Row = {
  uid: number;
  size?: number | undefined;
  flags?: Iterable<string> | undefined;
  internalDate?: Date | string | undefined;
  source?: Buffer | undefined;
  labels?: Iterable<string> | undefined;
};

/** What is known of a row from its first line. `isWhole`: nothing follows. Otherwise its message does, and one more line. */
export type RowHead = { isWhole: boolean; row: Omit<Row, 'uid'> & { uid: number | null } };

const BEGINS = /^\* \d{1,10} FETCH \(/;
/** The items that we ask for, and those that imapflow adds: number, size, flags, date and the announcement of the message. */
const ITEM =
  /(?:UID (\d{1,10})|RFC822\.SIZE (\d{1,15})|FLAGS \(([!#-'*-Z\\^-~ ]*)\)|INTERNALDATE "([ -!#-[\]-~]*)"|(BODY\[\] \{\d{1,10}\})|MODSEQ \(\d{1,20}\)|EMAILID \([\w-]*\))(?: |(?=\)?\r?\n$))/y;
const ENDS = /\)?\r?\n$/y;
const UID_MAXIMUM = 4_294_967_295;

/** The first line of a row of the usual shape; null for anything else. */
export function parseHead(line: Buffer): RowHead | null {
  const text = line.toString('latin1');
  const begins = BEGINS.exec(text);
  if (begins === null) return null;
  const head: RowHead = { isWhole: true, row: { uid: null } };
  const end = readItems(text, begins[0].length, head);
  return end === (head.isWhole ? ')' : '') ? head : null;
}

/** A row whose message has come, with the line after it. Null if that isn't the end that we expect. */
export function completeRow({ row }: RowHead, source: Buffer, last: Buffer): Row | null {
  const text = last.toString('latin1');
  const rest: RowHead = { isWhole: true, row: { ...row } };
  const end = readItems(text, text.startsWith(' ') ? 1 : 0, rest);
  return end === ')' && rest.isWhole ? whole({ ...rest.row, source }) : null;
}

/** A row of one line. */
export const wholeRow = ({ isWhole, row }: RowHead): Row | null => (isWhole ? whole(row) : null);

const whole = (row: RowHead['row']): Row | null => {
  const { uid } = row;
  return uid !== null && uid >= 1 && uid <= UID_MAXIMUM ? { ...row, uid } : null;
};

/** Reads the items of a line, and returns what ends it: a bracket, or nothing. Null if there is one that we don't know. */
function readItems(text: string, from: number, head: RowHead): string | null {
  const { row } = head;
  ITEM.lastIndex = from;
  for (let at = from; ; at = ITEM.lastIndex) {
    const found = ITEM.exec(text);
    if (found === null) {
      ENDS.lastIndex = at;
      const end = ENDS.exec(text)?.[0];
      return end === undefined ? null : end.trimEnd();
    }
    const [, uid, size, flags, date, message] = found;
    if (uid !== undefined) row.uid = Number(uid);
    else if (size !== undefined) row.size = Number(size);
    else if (flags !== undefined) row.flags = flags.split(' ').filter((flag) => flag !== '');
    else if (date !== undefined) row.internalDate = dateOf(date);
    else if (message !== undefined) head.isWhole = false;
  }
}

function dateOf(told: string): Date | string {
  const date = new Date(told);
  return Number.isNaN(date.getTime()) ? told : date;
}
