/** Examples to choose: each shows one thing that the program finds, foretells, draws or writes. */
import { NO_OPTIONS, State } from './protocol';

const CLASS = `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata:
  name: gp3
provisioner: ebs.csi.aws.com
volumeBindingMode: WaitForFirstConsumer
`;

const CLAIM = `apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: uploads
  namespace: shop
spec:
  accessModes: [ReadWriteOnce]
  storageClassName: gp3
  resources:
    requests:
      storage: 10Gi
`;

const web = (strategy: string, mount: string) => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  replicas: 1
${strategy}  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
        - name: web
          image: registry.example.com/web:1.4.0
          volumeMounts:
            - name: uploads
              mountPath: /var/uploads
            - name: ${mount}
              mountPath: /scratch
      volumes:
        - name: uploads
          persistentVolumeClaim:
            claimName: uploads
        - name: scratch
          emptyDir: {}
`;

const backup = `apiVersion: batch/v1
kind: CronJob
metadata:
  name: backup
  namespace: shop
spec:
  schedule: 0 3 * * *
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: Never
          containers:
            - name: backup
              image: registry.example.com/backup:2.0.0
              volumeMounts:
                - name: uploads
                  mountPath: /data
                  readOnly: true
          volumes:
            - name: uploads
              persistentVolumeClaim:
                claimName: uploads
`;

const join = (...documents: readonly string[]) => documents.join('---\n');
const RECREATE = '  strategy:\n    type: Recreate\n';

/** By the text that people choose them by. */
export const EXAMPLES: { readonly [title: string]: State } = {
  'Check: a rollout that hangs': {
    mode: 'check',
    text: join(CLAIM, CLASS, web('', 'scratsh')),
    next: '',
    options: { ...NO_OPTIONS, kubernetes: '1.34', platform: 'eks' },
  },
  'Diff: a claim that loses its data': {
    mode: 'diff',
    text: join(CLAIM, CLASS, web(RECREATE, 'scratch')),
    next: join(
      CLAIM.replace('uploads', 'images'),
      CLASS.replace('WaitForFirstConsumer', 'Immediate'),
      web(RECREATE, 'scratch').replace('claimName: uploads', 'claimName: images'),
    ),
    options: NO_OPTIONS,
  },
  'Map: who mounts what': {
    mode: 'map',
    text: join(CLAIM, CLASS, web(RECREATE, 'scratch'), backup),
    next: '',
    options: NO_OPTIONS,
  },
  'Render: an EFS SharedVolume': {
    mode: 'render',
    text: `apiVersion: aws-efs.managed.openshift.io/v1alpha1
kind: SharedVolume
metadata:
  name: images
  namespace: shop
spec:
  fileSystemID: fs-0123456789abcdef0
  accessPointID: fsap-0123456789abcdef0
`,
    next: '',
    options: NO_OPTIONS,
  },
  'Render: a load test': {
    mode: 'render',
    text: `apiVersion: locust.io/v2
kind: LocustTest
metadata:
  name: checkout
  namespace: load
spec:
  image: locustio/locust:2.43.1
  master:
    command: --locustfile /lotest/src/checkout.py --host https://shop.example.com
  worker:
    command: --locustfile /lotest/src/checkout.py
    replicas: 3
  volumes:
    - name: results
      persistentVolumeClaim:
        claimName: results
  volumeMounts:
    - name: results
      mountPath: /results
      target: master
`,
    next: '',
    options: NO_OPTIONS,
  },
};
