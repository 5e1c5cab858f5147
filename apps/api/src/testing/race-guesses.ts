import { signIn } from '@postern/contract/sign-in';
import { expect } from 'vitest';
import { aCustomerWithDomain, aMailbox } from './builders.ts';
import type { TwoServers } from './two-servers.ts';

/**
 * Sends fifty wrong guesses at one account at once over two processes, in several rounds, each at another account and from another address.
 * Of each round ten are checked.
 */
export async function raceGuesses({ panel }: TwoServers, rounds: number): Promise<void> {
  const customer = await aCustomerWithDomain(panel, { accounts: rounds });
  for (let round = 0; round < rounds; round += 1) {
    const { email } = await aMailbox(panel, customer, `guessed-${round}`);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, number) => {
        // The address alone would allow ten too, so each guess comes from its own.
        const headers = { 'x-forwarded-for': `10.${(round >> 8) + 30}.${round & 255}.${number + 1}` };
        return panel.call(signIn, { email, password: `guess-${number}` }, { headers });
      }),
    );
    const codes = answers.map((answer) => (answer.ok ? 'in' : answer.code));
    expect(codes.filter((code) => code === 'INVALID_CREDENTIALS').length, `round ${round}`).toBe(10);
    expect(codes.filter((code) => code === 'TOO_MANY_ATTEMPTS').length, `round ${round}`).toBe(40);
  }
}
