import { PanelError } from './panel-error.ts';

/** The error for something that only the owner may do, and no support visit. SUP-01. */
export const notInVisit = () => new PanelError('NOT_AUTHORIZED', { reason: 'SUPPORT_VISIT' });
