/** Argon2id with 19 MiB and two passes, as in Postern, so that the bare server does the same work. */
export const ARGON2 = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
