import { hash, verify } from '@node-rs/argon2';

/**
 * The cost of one hash: memory in KiB, and passes over it.
 * @internal
 */
export type HashingCost = { memoryCost: number; timeCost: number };

/** 19 MiB and two passes, OWASP's first choice for Argon2id. No setting lowers it. */
const OWASP: HashingCost = { memoryCost: 19_456, timeCost: 2 };

/** A hash of no account. It is verified if there is no account, so that the time reveals nothing. */
const ofNobody = ({ memoryCost, timeCost }: HashingCost) =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$bm9ib2R5LW5vYm9keQ$MhcoJ1r2tDyFnDA2CVKdvkx0kPT4YC9w0JGnYvYqUBM`;

/** Hashing runs on the thread pool, a few at a time, so that a flood of sign-ins doesn't slow down other calls. */
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

/** How many run in parallel, and how many may wait before HashingOverloaded is thrown. */
const AT_ONCE = 2;
const WAITING = 200;

/** @param cost lower in tests, where many passwords are set and none needs protection */
export function passwordHashing(cost = OWASP): PasswordHashing {
  // Algorithm 2 is argon2id.
  const options = { ...cost, algorithm: 2, parallelism: 1 };
  const nobody = ofNobody(cost);
  let running = 0;
  const queue: (() => void)[] = [];
  const limited = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= AT_ONCE) {
      if (queue.length >= WAITING) throw new HashingOverloaded();
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
    hash: (password) => limited(() => hash(password, options)),
    verify: (password, known) => limited(async () => (await verify(known ?? nobody, password)) && known !== null),
  };
}
