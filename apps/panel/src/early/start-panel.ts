import { stylesAreThere } from './styles-are-there.ts';

/** What a picture tells: when all that it shows has arrived, and when it is known whether there is a picture. */
export type EarlyPicture = { received: Promise<unknown>; settled: Promise<unknown> };

/** How long the panel waits for answers when the picture's code is there. */
const PATIENCE_MS = 500;

/**
 * Asks for the panel's files and runs them. Behind an early picture they wait: for the line until the picture has what it shows, and for the
 * processor until it is drawn. `entry` is null where the page runs it by itself.
 */
export async function startPanel(
  picture: Promise<EarlyPicture> | null,
  files: readonly string[],
  entry: string | null,
): Promise<void> {
  if (picture) await until(picture, 'received');
  preload(entry === null ? files : [entry, ...files]);
  if (entry === null) return;
  await Promise.all([picture && until(picture, 'settled'), pageAndStyles()]);
  await import(`/${entry}`);
}

export function preload(files: readonly string[]): void {
  for (const file of files) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = `/${file}`;
    document.head.append(link);
  }
}

async function until(picture: Promise<EarlyPicture>, what: keyof EarlyPicture): Promise<void> {
  try {
    const tells = await picture;
    await Promise.race([tells[what], new Promise((done) => setTimeout(done, PATIENCE_MS))]);
  } catch {
    // Without a picture the panel draws the screen, as always.
  }
}

/** A module script in the page waits for these by itself. One that is imported doesn't. */
async function pageAndStyles(): Promise<void> {
  if (document.readyState === 'loading')
    await new Promise((done) => document.addEventListener('DOMContentLoaded', done, { once: true }));
  await stylesAreThere();
}
