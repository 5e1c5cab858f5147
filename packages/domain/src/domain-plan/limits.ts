/** How long a plan can be applied. The zone may have changed since, so after this a new one is made. */
export const ZONE_PLAN_HOURS = 24;
