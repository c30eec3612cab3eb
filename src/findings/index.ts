/** Findings: what checks return, the rules behind them, the error that carries them and their report. */
export * from './alike';
export * from './finding';
export * from './findings-error';
export * from './harmless';
export * from './nearest';
export * from './remedies';
export * from './report';
export * from './rule';
