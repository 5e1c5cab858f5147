import { countTrials } from '@postern/testkit/count-trials';
import { afterAll, beforeAll, test } from 'vitest';
import {
  type ChargedServers,
  killAmongRefunds,
  killAmongRenewals,
  killAmongUpgrades,
  startChargedServers,
} from '../../testing/faults/kill-among-charges.ts';

const KILLS = 20;

let ground: ChargedServers;
beforeAll(async () => {
  ground = await startChargedServers();
}, 300_000);
afterAll(() => ground?.stop());

const CUTS = [
  ['before the gateway has acted', 'before'],
  ['before its answer arrives', 'after'],
  ['while its answer takes effect', 'answered'],
] as const;

test.for(CUTS)(
  'twenty kills during an upgrade, %s, charge nothing twice and lose nothing; no invoice number is missing [PAY-03] [BIL-03]',
  async ([, at], { task }) => {
    countTrials(task, KILLS);
    await killAmongUpgrades(ground, at, KILLS);
  },
);

test.for(CUTS)(
  'twenty kills during a refund, %s, give it back once, with one credit note [BIL-07]',
  async ([, at], { task }) => {
    countTrials(task, KILLS);
    await killAmongRefunds(ground, at, KILLS);
  },
);

test.for(CUTS)(
  'twenty kills during renewals, %s, charge nothing twice and lose nothing; no invoice number is missing [BIL-06] [PAY-03]',
  async ([, at], { task }) => {
    countTrials(task, KILLS);
    await killAmongRenewals(ground, at, KILLS);
  },
);
