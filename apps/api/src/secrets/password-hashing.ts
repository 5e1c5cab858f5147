import { hash, verify } from '@node-rs/argon2';

/** Argon2id, 19 MiB and two passes (OWASP's first choice). Algorithm 2 is argon2id. */
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Of nobody: verified against when there is no account, so that the time taken tells nothing. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5LW5vYm9keQ$MhcoJ1r2tDyFnDA2CVKdvkx0kPT4YC9w0JGnYvYqUBM';

/** Hashing runs on the thread pool, a few at a time, so that a flood of sign-ins doesn't slow every other call. */
export type PasswordHashing = {
  hash(password: string): Promise<string>;
  /** A null hash takes as long as a real one, and is never right. */
  verify(password: string, hash: string | null): Promise<boolean>;
};

export class HashingOverloaded extends Error {
  constructor() {
    super('Too many passwords are being checked at once.');
    this.name = 'HashingOverloaded';
  }
}

/** @param atOnce how many run in parallel; @param waiting how many may wait before HashingOverloaded is thrown */
export function passwordHashing(atOnce = 2, waiting = 200): PasswordHashing {
  let running = 0;
  const queue: (() => void)[] = [];
  const limited = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new HashingOverloaded();
      await new Promise<void>((resume) => queue.push(resume));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
  return {
    hash: (password) => limited(() => hash(password, OPTIONS)),
    verify: (password, known) => limited(async () => (await verify(known ?? NOBODY, password)) && known !== null),
  };
}
