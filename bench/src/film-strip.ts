// `node bench/src/film-strip.ts --out strip.png before=http://127.0.0.1:8081 after=http://127.0.0.1:8082`: what a person with a slow phone
// sees of the cold sign-in and list of mailboxes, a row for each server, a picture every half second. The servers run with the sample data.
import { parseArgs } from 'node:util';
import { type Picture, startBrowser, timeColdStart } from '../../e2e/measures/cold-start.ts';
import { OWNER } from '../../e2e/steps/sign-in.ts';
import { panelPages } from './goals/cold-start.ts';

const STEP_MILLIS = 500;
const { values, positionals } = parseArgs({ options: { out: { type: 'string' } }, allowPositionals: true });
const servers = positionals.map(
  (each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)] as const,
);
if (values.out === undefined || servers.length === 0)
  throw new Error('Name a picture to write and a server: --out strip.png NAME=URL');

const browser = await startBrowser();
type Row = { title: string; thereMillis: number; pictures: Picture[] };
const rows: Row[] = [];
for (const screen of ['login', 'list'] as const)
  for (const [name, url] of servers) {
    const pictures: Picture[] = [];
    const page = panelPages(url, OWNER, 'bert@')[screen];
    const { requests, kilobytes, there, shift } = await timeColdStart(browser, page, pictures);
    const figures = `${requests} requests, ${Math.round(kilobytes)} KB, there after ${(there / 1000).toFixed(1)} s, shift ${shift.toFixed(3)}`;
    process.stdout.write(`${screen} ${name}: ${figures}\n`);
    rows.push({
      title: `${screen === 'login' ? 'Sign-in' : 'List of mailboxes'}, ${name}: ${figures}`,
      thereMillis: there,
      pictures,
    });
  }

const last = Math.max(...rows.map(({ thereMillis }) => thereMillis)) + STEP_MILLIS;
const moments = Array.from({ length: Math.ceil(last / STEP_MILLIS) + 1 }, (_, at) => at * STEP_MILLIS);
const cell = ({ pictures, thereMillis }: Row, moment: number) => {
  const shown = pictures.findLast(({ atMillis }) => atMillis <= Math.min(moment, thereMillis));
  const picture = shown ? `<img src="data:image/jpeg;base64,${shown.jpeg}">` : '<img>';
  return `<td>${picture}<br>${(moment / 1000).toFixed(1)} s</td>`;
};
const table = rows
  .map((row) => `<h2>${row.title}</h2><table><tr>${moments.map((moment) => cell(row, moment)).join('')}</tr></table>`)
  .join('');
const sheet = await browser.newPage({ viewport: { width: moments.length * 104 + 40, height: 800 } });
const style =
  'body{font:13px sans-serif;margin:16px}h2{font-size:14px}td{text-align:center}img{width:100px;height:216px;background:#fff;border:1px solid #bbb}';
await sheet.setContent(`<style>${style}</style>${table}`);
await sheet.screenshot({ path: values.out, fullPage: true });
await browser.close();
