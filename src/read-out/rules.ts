/** The rule on what is given as a read-out of a cluster. */
import { defineRules } from '../findings';

export const READ_OUT_RULES = defineRules('input', {
  readOut: {
    error: 'A read-out is not the output of kubectl get, as JSON or YAML.',
    why: 'Without one, nothing shows which objects live in a cluster.',
    bad: "ClusterReadOut.fromFile('table.txt')",
    good: "ClusterReadOut.fromFile('cluster.json'), which the command of cdk8s-volumes read-out wrote",
    source: 'this library',
  },
});
