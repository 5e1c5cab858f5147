export { panelOriginOn } from './panel-address.ts';
