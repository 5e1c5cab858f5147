import type { DomainConnectData } from '@postern/contract/domain-connection';
import type { FirstStepsData } from '@postern/contract/first-steps';
import type { DomainFacts } from '@postern/domain/first-steps';

export function domainFactsOf(data: DomainConnectData, steps: Pick<FirstStepsData, 'domainSetAt'>): DomainFacts {
  return {
    status: data.status,
    mailReceives: data.mailReceives,
    mailState: data.mailState,
    wasAnswered: data.lastUpdated !== null,
    hasFailed: data.failure !== null,
    setAtMillis: steps.domainSetAt === null ? null : Date.parse(steps.domainSetAt),
  };
}

/** How many kinds of records that mail needs are there. */
export function recordsSeen(data: DomainConnectData): { right: number; all: number } {
  const verified = {
    ...{ ownership: data.domainOwnershipVerified, mx: data.mxVerified },
    ...{ spf: data.spfVerified, dkim: data.dkimVerified },
  };
  const wanted = (['ownership', 'mx', 'spf', 'dkim'] as const).filter((kind) =>
    data.expectedRecords.some(({ purpose }) => purpose === kind),
  );
  return { right: wanted.filter((kind) => verified[kind]).length, all: wanted.length };
}
