/** Local disks: volumes whose data go with their node, and what keeps them from being lost unseen. */
export * from './constructs/admission';
export * from './constructs/ephemeral-only-policy';
export * from './constructs/hyperconverged-policy';
export * from './constructs/webhooks';
