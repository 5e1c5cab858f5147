export { mailPlaces } from './mail-backends.ts';
