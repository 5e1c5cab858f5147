import type { DomainConnectData } from '@postern/contract/domain-connection';
import type { FirstStepsData } from '@postern/contract/first-steps';
import { areFirstStepsOver, domainStep, type FirstStepsFacts, firstSteps } from '@postern/domain/first-steps';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSession } from '../../lib/session/session-store.ts';
import { domainConnectionQuery } from '../domain-connection/queries.ts';
import { domainFactsOf } from './domain-facts.ts';
import { firstStepsQuery } from './queries.ts';
import { rememberSteps, useSeenSteps } from './seen-steps.ts';

/** What the list shows. `isComplete`: all is done, which is said once. */
export type ShownSteps = {
  facts: FirstStepsFacts;
  steps: FirstStepsData;
  domain: DomainConnectData;
  isComplete: boolean;
  isFolded: boolean;
  fold: (isFolded: boolean) => void;
  /** The person has read that everything is done. */
  end: () => void;
};

/** The list of first steps: `waiting` while it isn't known whether there is one, null if there is none. */
export function useFirstSteps(mailboxes: number | null): ShownSteps | 'waiting' | null {
  const { bundleId = '' } = useSession();
  const [now] = useState(Date.now);
  const seen = useSeenSteps(bundleId);
  const isWanted = seen !== 'over';
  const steps = useQuery({ ...firstStepsQuery(bundleId), enabled: isWanted });
  // The frame has asked for it already.
  const domain = useQuery({ ...domainConnectionQuery(bundleId), enabled: isWanted });
  const facts = steps.data && domain.data ? factsOf(steps.data, domain.data, mailboxes) : null;
  const boughtAt = steps.data?.boughtAt ?? null;
  const isOver = facts !== null && areFirstStepsOver(facts, boughtAt === null ? null : Date.parse(boughtAt), now);
  const isComplete = facts !== null && Object.values(firstSteps(facts)).every((state) => state === 'done');
  // Nobody who hasn't seen the list is told that it is done.
  const isGone = isOver && !(isComplete && seen !== null);
  const news = isGone ? 'over' : facts !== null && seen === null ? 'open' : null;
  useEffect(() => {
    if (news !== null) rememberSteps(bundleId, news);
  }, [news, bundleId]);

  if (!isWanted || isGone) return null;
  if (facts === null || !steps.data || !domain.data) return steps.isLoading || domain.isLoading ? 'waiting' : null;
  return {
    ...{ facts, isComplete, steps: steps.data, domain: domain.data },
    isFolded: seen === 'folded',
    fold: (isFolded) => rememberSteps(bundleId, isFolded ? 'folded' : 'open'),
    end: () => rememberSteps(bundleId, 'over'),
  };
}

function factsOf(steps: FirstStepsData, domain: DomainConnectData, mailboxes: number | null): FirstStepsFacts {
  return {
    // The list on the screen is newer.
    mailboxes: mailboxes ?? steps.mailboxes,
    domain: domainStep(domainFactsOf(domain, steps)),
    isPhoneSetUp: steps.phoneSetUpAt !== null,
    isTeamTold: steps.teamToldAt !== null,
  };
}
