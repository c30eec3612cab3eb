/** Sources of the rules on objects that are applied again and again. */
export const API_SERVER = 'Kubernetes, validation of the API server';
export const ARGO_CD = 'Argo CD 3.5, gitops-engine';
export const FLUX_CD = 'Flux kustomize-controller 1.9';
