export { askSandbox, type BaseUrl } from './ask-sandbox.ts';
