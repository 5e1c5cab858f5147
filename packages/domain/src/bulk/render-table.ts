const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/**
 * What a spreadsheet would take for a formula: also after a character at which one of another country begins a new cell, and in the wide
 * letters that Japanese and Chinese keyboards have.
 */
const FORMULA = /^(?=[\t\r])|(?<=^|[;\t\r\n])(?=[=+@\-＝＋＠－])/g;

/** Cells as comma-separated values (RFC 4180), safe to open in a spreadsheet: what looks like a formula gets an apostrophe before it. */
export const renderTable = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map(renderCell).join(',')}\r\n`).join('');

function renderCell(cell: string): string {
  const text = cell.replaceAll(FORMULA, "'");
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
