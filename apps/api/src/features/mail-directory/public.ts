export { mailDirectory } from './mail-directory.ts';
