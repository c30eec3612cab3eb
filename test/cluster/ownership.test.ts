/**
 * The containers that give volumes to groups, in namespaces of each level of Pod Security: admitted
 * where the decision says so, and refused where it does.
 */
import { ApiObject, App, Chart, Testing } from 'cdk8s';
import { connected } from './support/cluster';
import { kubectl, mustKubectl } from './support/kubectl';
import { Target, TargetPodSecurity, VolumeGroupOptions, VolumeOwnership } from '../../src';
import { decide } from '../../src/ownership/decide';
import { VolumeFacts } from '../../src/ownership/spec';

const LEVELS = Object.values(TargetPodSecurity);
const namespaceOf = (level: TargetPodSecurity) => `ownership-${level}`;

(connected ? describe : describe.skip)(
  `on a control plane${connected ? '' : ' (skipped: KUBECONFIG names no cluster)'}`,
  () => {
    beforeAll(async () => {
      for (const level of LEVELS) {
        const labels = {
          'pod-security.kubernetes.io/enforce': level,
          'pod-security.kubernetes.io/enforce-version': 'latest',
        };
        await mustKubectl(
          ['apply', '-f', '-'],
          JSON.stringify({
            apiVersion: 'v1',
            kind: 'Namespace',
            metadata: { name: namespaceOf(level), labels },
          }),
        );
        const account = {
          apiVersion: 'v1',
          kind: 'ServiceAccount',
          metadata: { name: 'default', namespace: namespaceOf(level) },
        };
        await kubectl(['create', '-f', '-'], JSON.stringify(account));
      }
    });
    afterAll(async () => {
      await kubectl(['delete', 'namespace', '--wait=false', ...LEVELS.map(namespaceOf)]);
    });

    const CONTEXT = {
      runAsNonRoot: true,
      runAsUser: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    };
    const OWN = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };

    /** A pod that is restricted itself, with one volume, as it is synthesized with a group. */
    function podWith(volume: object, options: VolumeGroupOptions, level: TargetPodSecurity): any {
      const chart = new Chart(new App(), 'app', { namespace: namespaceOf(level) });
      // Made for a namespace that admits most, so that what others refuse is what the server
      // refuses.
      Target.enable(chart, { podSecurity: TargetPodSecurity.PRIVILEGED });
      const pod = new ApiObject(chart, 'pod', {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'pod' },
        spec: {
          securityContext: CONTEXT,
          containers: [
            {
              name: 'app',
              image: 'registry.example.com/app:1',
              securityContext: OWN,
              volumeMounts: [{ name: 'data', mountPath: '/data' }],
            },
          ],
          volumes: [{ name: 'data', ...volume }],
        },
      });
      VolumeOwnership.of(pod).setGroup(2000, options);
      return Testing.synth(chart)[0];
    }

    const NFS = { nfs: { server: 'filer.example.com', path: '/x' } };
    const CLAIM = { persistentVolumeClaim: { claimName: 'files' } };
    const HOST = { hostPath: { path: '/srv/data' } };
    const nowhere = { driver: 'nfs.manila.csi.openstack.org' };

    test.each([
      ['fsGroup of an emptyDir', { emptyDir: {} }, {}, ['privileged', 'baseline', 'restricted']],
      [
        'fsGroup of a claim, and a look at it',
        CLAIM,
        { verify: true, hints: { data: { driver: 'nfs.csi.k8s.io' } } },
        ['privileged', 'baseline', 'restricted'],
      ],
      [
        'an init container for a claim',
        CLAIM,
        { hints: { data: nowhere } },
        ['privileged', 'baseline'],
      ],
      ['an init container for NFS', NFS, {}, ['privileged', 'baseline']],
      [
        'an init container for a hostPath',
        HOST,
        { hints: { data: { allowHostPath: true } } },
        ['privileged'],
      ],
    ])('%s', async (_what, volume, options, admitted) => {
      const verdicts = await Promise.all(
        LEVELS.map(async (level) => {
          const { code, stderr } = await kubectl(
            ['create', '--dry-run=server', '--validate=strict', '-f', '-'],
            JSON.stringify(podWith(volume, options, level)),
          );
          if (code !== 0) expect(stderr).toContain(`violates PodSecurity "${level}:latest"`);
          return code === 0 ? [level] : [];
        }),
      );
      expect(verdicts.flat()).toEqual(admitted);
    });

    const facts = (volume: Partial<VolumeFacts>): VolumeFacts => ({
      name: 'data',
      isInline: true,
      ...volume,
    });
    test.each([
      ['NFS', facts({ source: 'nfs' }), ['privileged', 'baseline']],
      ['a hostPath', facts({ source: 'hostPath', path: '/srv/data' }), ['privileged']],
      ['an emptyDir', facts({ source: 'emptyDir' }), ['privileged', 'baseline', 'restricted']],
    ])('the decision has the same levels for %s', (_what, volume, levels) => {
      expect(
        LEVELS.filter(
          (podSecurity) =>
            decide(volume, { gid: 2000, podSecurity, wish: { allowHostPath: true } }).way !==
            'refuse',
        ),
      ).toEqual(levels);
    });
  },
);
