import { growNoFaster } from './grow-no-faster';

growNoFaster('large');
