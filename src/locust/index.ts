/** Load tests with locust and their volumes. */
export * from './constructs/kafka';
export * from './constructs/locust-test';
export * from './constructs/locust-test-files';
export * from './constructs/locust-test-props';
export * from './constructs/locust-test-volumes';
export * from './constructs/locust-volume-options';
export * from './constructs/operator-settings';
export * from './constructs/options';
