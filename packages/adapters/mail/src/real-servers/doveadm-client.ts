import { MailBackendError } from '../port.ts';

const DEFAULT_TIMEOUT_MS = 10_000;

/** Exit codes of doveadm (sysexits.h) for something that doesn't exist. */
const NOTHING_THERE = [67, 68];

export type DoveadmOptions = {
  /** `http://host:port` of Dovecot's doveadm service. */
  url: string;
  apiKey: string;
  /** How long one call may take; 10 s by default. */
  timeoutMs?: number;
};

type Parameters = Record<string, string | string[] | boolean>;
export type DoveadmCommand = [name: string, parameters: Parameters];
/** The output of a command, or null if what it names doesn't exist. */
type DoveadmResult = Record<string, string>[] | null;

/** Dovecot's doveadm commands over HTTP. Every command is safe to repeat. */
export class DoveadmClient {
  readonly #options: DoveadmOptions;

  constructor(options: DoveadmOptions) {
    this.#options = options;
  }

  async run(...command: DoveadmCommand): Promise<DoveadmResult> {
    const [result = null] = await this.runAll([command]);
    return result;
  }

  /** The results of the commands, in order; throws if one of them failed. */
  async runAll(commands: DoveadmCommand[]): Promise<DoveadmResult[]> {
    const answers = await this.#post(commands.map(([name, parameters], place) => [name, parameters, `${place}`]));
    if (answers.length !== commands.length) throw unavailable('Dovecot left a command unanswered');
    return answers.map(([kind, result], place) => {
      if (kind === 'doveadmResponse') return result as Record<string, string>[];
      const { exitCode } = result as { exitCode?: number };
      if (exitCode !== undefined && NOTHING_THERE.includes(exitCode)) return null;
      throw unavailable(`Dovecot failed at ${commands[place]?.[0]} (${exitCode ?? JSON.stringify(result)})`);
    });
  }

  /** Runs one command whose exit code tells something: 0 when it worked. */
  async exitCodeOf(...[name, parameters]: DoveadmCommand): Promise<number> {
    const [answer] = await this.#post([[name, parameters, '0']]);
    if (answer?.[0] === 'doveadmResponse') return 0;
    const { exitCode } = (answer?.[1] ?? {}) as { exitCode?: number };
    if (exitCode === undefined) throw unavailable(`Dovecot failed at ${name} (${JSON.stringify(answer)})`);
    return exitCode;
  }

  async #post(body: unknown): Promise<[kind: string, result: unknown, tag: string][]> {
    const { url, apiKey, timeoutMs = DEFAULT_TIMEOUT_MS } = this.#options;
    const headers = {
      authorization: `X-Dovecot-API ${Buffer.from(apiKey).toString('base64')}`,
      'content-type': 'application/json',
    };
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await fetch(`${url}/doveadm/v1`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        signal,
      });
      if (!response.ok) throw new Error(`status ${response.status}`);
      return (await response.json()) as [string, unknown, string][];
    } catch (cause) {
      throw unavailable('Dovecot does not answer', cause);
    }
  }
}

function unavailable(message: string, cause?: unknown): MailBackendError {
  return new MailBackendError('unavailable', message, { cause });
}
