/**
 * Findings: what checks return, the rules behind them, the error that carries them and their
 * report.
 */
export * from './acknowledged';
export * from './alike';
export * from './check';
export * from './declared-names';
export * from './dedupe';
export * from './finding';
export * from './findings-error';
export * from './nearest';
export * from './origins';
export * from './probably-meant';
export * from './remedies';
export * from './report';
export * from './rule';
