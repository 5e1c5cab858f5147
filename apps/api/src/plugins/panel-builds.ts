import { createHash, randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import path from 'node:path';

/** The page of a build, and the folder of its other files. */
const PAGE = 'index.html';
const ASSETS = 'assets';
/** For how long a browser may hold the page of a build that no process serves any longer. */
const KEPT_MILLIS = 30 * 86_400_000;

type Page = { template: string; scripts: string[] };

/**
 * The place of the panel's script in a page. At this one path, without a query, the page's inline script starts the panel. Every other page
 * contains the panel's script, so that it works even if a proxy has broken the inline script.
 */
const ENTRY = /<!--entry (\S+) (<script [^>]*><\/script>)-->/;

/** The page for an address: with the panel's script, unless the inline script starts the panel there. */
export const withEntry = (template: string, address: string): string =>
  template.replace(ENTRY, (_whole, path: string, tag: string) => (address === path ? '' : tag));

/** A release that another process runs: when it was made, and its page. */
type Other = { madeAt: Date | null; page: string | null };

/**
 * The panel's builds: the one of this release, and in the data folder, which all processes share, those of others. A browser that holds the
 * page of one release may ask a process of another for the rest of it, so each build is copied there at the start and kept for 30 days.
 */
export class PanelBuilds {
  /** Names this release's page. */
  readonly page: string;
  readonly #ownPage: Page;
  readonly #own: string;
  readonly #shared: string;
  readonly #madeAt: Date | null;
  readonly #pages = new Map<string, Page>();
  #chosen: string;

  /** @param panelDir the built panel @param dataDir the folder that all processes share @param madeAt when this release was made */
  constructor(panelDir: string, dataDir: string, madeAt: Date | null) {
    const text = readFileSync(path.join(panelDir, PAGE), 'utf8');
    this.page = createHash('sha256').update(text).digest('hex').slice(0, 16);
    this.#ownPage = readPage(text);
    this.#pages.set(this.page, this.#ownPage);
    this.#chosen = this.page;
    this.#own = panelDir;
    this.#shared = path.join(dataDir, 'panel-builds');
    this.#madeAt = madeAt;
  }

  /** Copies this build to where the processes of other releases find it, and deletes those that no browser can still hold. */
  share(now: Date): void {
    mkdirSync(this.#shared, { recursive: true });
    const place = path.join(this.#shared, this.page);
    if (!existsSync(place)) {
      const next = path.join(this.#shared, `.next-${randomBytes(6).toString('hex')}`);
      cpSync(path.join(this.#own, ASSETS), path.join(next, ASSETS), {
        recursive: true,
        filter: (file) => !file.endsWith('.map'),
      });
      cpSync(path.join(this.#own, PAGE), path.join(next, PAGE));
      try {
        // Complete, or not there.
        renameSync(next, place);
      } catch (error) {
        rmSync(next, { recursive: true, force: true });
        if (!existsSync(place)) throw error;
      }
    }
    utimesSync(place, now, now);
    for (const name of readdirSync(this.#shared)) {
      const folder = path.join(this.#shared, name);
      if (now.getTime() - statSync(folder).mtimeMs > KEPT_MILLIS) rmSync(folder, { recursive: true, force: true });
    }
  }

  /** The folder of another release's build that has this file; null if none has. */
  folderOf(file: string): string | null {
    if (!existsSync(this.#shared)) return null;
    const folders = readdirSync(this.#shared).map((name) => path.join(this.#shared, name, ASSETS));
    return folders.find((folder) => existsSync(path.join(folder, file))) ?? null;
  }

  /**
   * Chooses the page of the oldest release that runs: a newer page may make calls that an older process doesn't know, whereas an older page
   * works with every process. So the new page comes last in an upgrade, and goes first when it is taken back.
   */
  follow(others: readonly Other[]): void {
    const older = others
      .flatMap(({ madeAt, page }) => (madeAt === null || page === null ? [] : [{ madeAt, page }]))
      .filter(({ madeAt }) => this.#madeAt !== null && madeAt < this.#madeAt)
      .toSorted((one, other) => one.madeAt.getTime() - other.madeAt.getTime())
      .find(({ page }) => this.#pageOf(page) !== null);
    this.#chosen = older?.page ?? this.page;
  }

  /** The page to serve now. */
  current(): Page {
    return this.#pageOf(this.#chosen) ?? this.#ownPage;
  }

  #pageOf(name: string): Page | null {
    const known = this.#pages.get(name);
    if (known !== undefined) return known;
    const file = path.join(this.#shared, path.basename(name), PAGE);
    if (!existsSync(file)) return null;
    const page = readPage(readFileSync(file, 'utf8'));
    this.#pages.set(name, page);
    return page;
  }
}

/** The page, and the hashes of the scripts in it. */
function readPage(template: string): Page {
  const inline = [...template.matchAll(/<script>([^]*?)<\/script>/g)].map(([, script = '']) => script);
  return {
    template,
    scripts: inline.map((script) => `sha256-${createHash('sha256').update(script).digest('base64')}`),
  };
}
