import type { ComponentType } from 'react';

type DomainPlanPart = { DomainPlan: ComponentType<{ className?: string }> };

let load = (): Promise<DomainPlanPart> => Promise.reject(new Error('nobody said where the domain plan is'));

/** The plan for the zone stands on the set-up of the domain, which knows nothing of it: the app joins the two, once, with the frame around them. */
export const provideDomainPlan = (loader: typeof load): void => {
  load = loader;
};

export const loadDomainPlan = (): Promise<DomainPlanPart> => load();
