export { AddOnRows } from './add-on-rows.tsx';
