// `node bench/src/sent-files.ts http://localhost:8080`: what a phone is sent for the cold sign-in and list of mailboxes, file by file, as sent, and
// when it was asked for. The server runs with the sample data. Bytes and requests are exact on a busy machine, too.
import { startBrowser, timeColdStart } from '../../e2e/measures/cold-start.ts';
import { OWNER } from '../../e2e/steps/sign-in.ts';
import { panelPages } from './goals/cold-start.ts';

const [url] = process.argv.slice(2);
if (url === undefined) throw new Error('Name a server: http://localhost:8080');

const browser = await startBrowser();
const { login, list, warmList } = panelPages(url, OWNER, 'bert@');
for (const [name, page] of Object.entries({ login, list, warmList })) {
  const { requests, kilobytes, shift, files } = await timeColdStart(browser, page);
  process.stdout.write(`${name}: ${requests} requests, ${kilobytes.toFixed(1)} KB, shift ${shift.toFixed(3)}\n`);
  for (const { address, bytes, askedAfter } of files.sort((one, other) => other.bytes - one.bytes))
    process.stdout.write(
      `${(bytes / 1000).toFixed(1).padStart(8)} KB ${askedAfter.toFixed(0).padStart(6)} ms  ${address}\n`,
    );
}
await browser.close();
