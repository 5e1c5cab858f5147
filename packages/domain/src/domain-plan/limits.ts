/** How long a plan can be applied. The zone may have changed, so after this a new plan is made. */
export const ZONE_PLAN_HOURS = 24;
