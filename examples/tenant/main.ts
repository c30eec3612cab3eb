import { App, Chart } from 'cdk8s';
import { Deployment } from 'cdk8s-plus-28';
import { EfsSharedVolume } from 'cdk8s-volumes';

export const app = new App();
const chart = new Chart(app, 'shop', { namespace: 'shop', disableResourceNameHashes: true });

const images = new EfsSharedVolume(chart, 'images', {
  fileSystemId: 'fs-0123456789abcdef0',
  accessPointId: 'fsap-0123456789abcdef0',
});
const web = new Deployment(chart, 'web', {
  containers: [{ image: 'registry.example.com/shop:1.0.0', portNumber: 8080 }],
});
web.containers[0].mount('/images', images);

if (require.main === module) app.synth();
