export { mailDirectory } from './mail-directory.ts';
export { mailFilterDirectory } from './mail-filter-directory.ts';
