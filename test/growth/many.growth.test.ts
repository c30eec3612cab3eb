import { growNoFaster } from './grow-no-faster';

growNoFaster('many');
