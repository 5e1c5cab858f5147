import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { CHROMIUM } from '../chromium.ts';
import { type Postern, posternClient, startPostern } from '../server/start-postern.ts';
import { GALLERY, type Picture } from './camera.ts';
import { writeContactSheets } from './contact-sheet.ts';
import { createSeeds, type Seeds } from './seeds.ts';
import { LANGUAGES, photographSeries, SERIES, type Series } from './series.ts';

const AT_ONCE = 2;

/** Starts the real server, walks through the panel in every series, and writes the pictures and their contact sheets. */
async function main(names: readonly string[]): Promise<void> {
  const wanted = names.flatMap((name) => (name === 'languages' ? LANGUAGES.map((series) => series.name) : [name]));
  const all = [...SERIES, ...LANGUAGES];
  const chosen = all.filter((series) => names.length === 0 || wanted.includes(series.name));
  if (chosen.length === 0)
    throw new Error(`The series are ${all.map((series) => series.name).join(', ')}, and languages.`);
  const startedAt = performance.now();
  await rm(GALLERY, { recursive: true, force: true });
  const { location, end } = await startPostern();
  const postern = posternClient(location);
  const browser = await chromium.launch(CHROMIUM);
  try {
    const seeds = await createSeeds(
      postern,
      newDomain,
      chosen.filter(({ only }) => only !== 'billing'),
    );
    const pictures = await photographAll(browser, postern, seeds, chosen);
    await writeContactSheets(browser, pictures);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    console.log(`${pictures.length} pictures in ${seconds} s: ${path.join(GALLERY, 'index.html')}`);
  } finally {
    await browser.close();
    await end();
  }
}

async function photographAll(
  browser: Browser,
  postern: Postern,
  seeds: Seeds,
  chosen: readonly Series[],
): Promise<Picture[]> {
  const queue = [...chosen];
  const pictures: Picture[] = [];
  const faults: string[] = [];
  const findings: string[] = [];
  const work = async () => {
    for (let series = queue.shift(); series; series = queue.shift()) {
      const made = await photographSeries({ browser, postern, seeds, series, newDomain });
      pictures.push(...made.pictures);
      faults.push(...made.faults);
      findings.push(...made.findings);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  for (const fault of faults) console.error(fault);
  writeFileSync(path.join(GALLERY, 'findings.txt'), findings.map((each) => `${each}\n`).join(''));
  if (findings.length > 0)
    console.error(`${findings.length} faults measured on the pages: ${path.join(GALLERY, 'findings.txt')}`);
  if (faults.length > 0) process.exitCode = 1;
  return pictures;
}

function newDomain(word: string): string {
  return `${word}-${randomBytes(2).toString('hex')}.example`;
}

await main(process.argv.slice(2));
