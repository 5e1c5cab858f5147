/** Argon2id with 19 MiB and two passes: what Postern hashes passwords with, and so must its limit. */
export const ARGON2 = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
