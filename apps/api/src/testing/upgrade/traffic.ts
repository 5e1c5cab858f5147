import { setTimeout as pause } from 'node:timers/promises';
import { createMailbox, listMailboxes } from '@postern/contract/mailboxes';
import { forgotPassword } from '@postern/contract/passwords';
import { signIn } from '@postern/contract/sign-in';
import { aCustomerWithDomain, type Panel, PASSWORD, type TestCustomer } from '../builders.ts';

const SEATS = 8;
const PAUSE_MILLIS = 40;

/** A customer, and what was acknowledged for it. */
type Bought = { customer: TestCustomer; names: string[] };

/** What people do meanwhile. */
export class Traffic {
  readonly failures: string[] = [];
  readonly bought: Bought[] = [];
  readonly counts: Record<string, number> = {};
  /** The slowest call of each kind, in milliseconds. */
  readonly slowest: Record<string, number> = {};
  readonly #panel: Panel;
  readonly #baseUrl: string;
  #isOver = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(panel: Panel, baseUrl: string) {
    this.#panel = panel;
    this.#baseUrl = baseUrl;
  }

  start(former: { assets: readonly string[] }): void {
    const loops = [
      () => this.#buy(),
      () => this.#buy(),
      () => this.#list(),
      () => this.#list(),
      () => this.#signIn(),
      () => this.#repeat(),
      () => this.#openPage(),
      () => this.#openTab(former.assets),
    ];
    this.#running = Promise.all(loops.map((work) => this.#loop(work)));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  async #loop(work: () => Promise<void>): Promise<void> {
    while (!this.#isOver) {
      await work().catch((error: unknown) => this.failures.push(String(error)));
      await pause(PAUSE_MILLIS);
    }
  }

  async #count<T>(what: string, call: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const result = await call();
    this.counts[what] = (this.counts[what] ?? 0) + 1;
    this.slowest[what] = Math.max(this.slowest[what] ?? 0, Math.round(performance.now() - startedAt));
    return result;
  }

  /** Buys, asks for a password link (a job), and fills the seats with mailboxes. */
  async #buy(): Promise<void> {
    const customer = await this.#count('purchase', () => aCustomerWithDomain(this.#panel, { accounts: SEATS + 1 }));
    const bought: Bought = { customer, names: [] };
    this.bought.push(bought);
    await this.#count('mail', () => this.#panel.must(forgotPassword, { email: customer.email }));
    for (let seat = 0; seat < SEATS && !this.#isOver; seat += 1) {
      const email = `person-${seat}@${customer.domain}`;
      await this.#count('mailbox', () =>
        this.#panel.must(createMailbox, { email, password: PASSWORD }, { token: customer.token }),
      );
      bought.names.push(email);
    }
  }

  /** With sessions of any age. */
  async #list(): Promise<void> {
    const bought = this.bought[Math.floor(Math.random() * this.bought.length)];
    if (bought !== undefined) await this.#count('list', () => this.readNames(bought));
  }

  async #signIn(): Promise<void> {
    const email = this.bought.at(0)?.names.at(0);
    if (email !== undefined)
      await this.#count('sign-in', () => this.#panel.must(signIn, { email, password: PASSWORD }));
  }

  /** Sends a write again with its key, which may have been answered by the other release. */
  async #repeat(): Promise<void> {
    const token = this.bought.at(0)?.customer.token;
    const domain = this.bought.at(0)?.customer.domain;
    if (token === undefined) return;
    const input = { email: `repeated@${domain}`, password: PASSWORD };
    const options = { token, headers: { 'idempotency-key': 'sent-again' } };
    const { account } = await this.#count('repeated', () => this.#panel.must(createMailbox, input, options));
    this.#repeatedId ??= account.id;
    if (account.id !== this.#repeatedId) this.failures.push('a repeated call was done twice');
  }
  #repeatedId: string | undefined;

  /** Opens the panel, and everything that its page loads first. */
  async #openPage(): Promise<void> {
    for (const file of filesOf(await this.#count('page', () => this.#get('/login')))) await this.#get(file);
  }

  /** Loads a part of the former page that its tab didn't need before. */
  async #openTab(assets: readonly string[]): Promise<void> {
    const file = assets[Math.floor(Math.random() * assets.length)] ?? '';
    await this.#count('file of the former page', () => this.#get(file));
  }

  async #get(url: string): Promise<string> {
    const answer = await fetch(this.#baseUrl + url);
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
    return text;
  }

  async readNames({ customer }: Bought): Promise<string[]> {
    const { accounts } = await this.#panel.must(listMailboxes, {}, { token: customer.token });
    return accounts.map(({ email }) => email);
  }
}

/** The addresses of the files that a page loads. */
const filesOf = (page: string): string[] =>
  [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
