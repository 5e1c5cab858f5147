export { askSandbox, type BaseUrl } from './ask-sandbox.ts';
export { movedTo, type PanelAddressDeps, panelOriginOn } from './panel-address.ts';
