/** Rules on objects: their contract, and the world that they judge in. */
export * from './contract';
export * from './drivers';
export * from './judge';
export * from './tied';
export * from './world';
