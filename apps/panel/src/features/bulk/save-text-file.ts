import { saveFile } from '../../lib/http/save-file.ts';

/** Downloads a text as a file. The byte order mark tells spreadsheets that it is UTF-8. */
export const saveTextFile = (name: string, text: string): void =>
  saveFile(name, new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }));
