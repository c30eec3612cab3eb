/** GitOps: objects in the order, and with the guards, that Argo CD and Flux need. */
export {};
