export { findProvider } from './find-provider.ts';
export { renderForProvider } from './render-for-provider.ts';
