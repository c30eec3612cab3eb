/** Rules on objects: their contract, and the world that they judge in. */
export * from './drivers';
export * from './judge';
export * from './surroundings';
export * from './tied';
export * from './world';
