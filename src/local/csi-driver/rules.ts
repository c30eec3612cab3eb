/** The rules of the driver's own options. */
import { defineRules } from '../../findings';

const DRIVER = 'local-csi-driver v0.3.0';

export const LOCAL_DRIVER_RULES = defineRules('local', {
  driverWebhook: {
    error: 'The webhook on pods is installed, but the driver writes the nodes of volumes itself.',
    why: 'Volumes have node affinity, and no node that the webhook could steer pods to.',
    bad: 'hyperconverged: false, hyperconvergedWebhook: true',
    good: 'hyperconvergedWebhook: true',
    source: `${DRIVER}, chart`,
  },
  driverInterval: {
    error: 'The interval of the scan for orphans is not in whole seconds, or the scan is off.',
    why: 'The driver does not start, or the interval has no effect.',
    bad: 'lvmOrphanCleanup: false, lvmOrphanCleanupInterval: Duration.minutes(5)',
    good: 'lvmOrphanCleanupInterval: Duration.minutes(5)',
    source: `${DRIVER}, flags`,
  },
  driverDisks: {
    error: 'A criterion for disks has a comma.',
    why: 'The driver reads such a criterion as two.',
    bad: "diskModels: ['Fast, 2 TB']",
    good: "diskModels: ['Fast 2 TB']",
    source: `${DRIVER}, flags`,
  },
});
