import { growNoFaster } from './grow-no-faster';

growNoFaster('placement');
