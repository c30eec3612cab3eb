/** Texts that stand for what the server or a controller chooses, and only the cluster knows. */

export const ASSIGNED_ADDRESS = '<its address>';
export const ASSIGNED_PORT = '<its port>';
export const ASSIGNED_UID = '<its uid>';
/** Stands for the labels that a pod takes over from its node. */
export const LABELS_OF_NODE = '<of its node>';

/** The name of the volume that is made for a claim. */
export function chosenVolume(claim: string): string {
  return `${OF_CLAIM}${claim}>`;
}

const OF_CLAIM = '<the volume of ';
const CHOSEN: readonly string[] = [ASSIGNED_ADDRESS, ASSIGNED_PORT, ASSIGNED_UID, LABELS_OF_NODE];

export function isServerAssigned(text: string): boolean {
  return CHOSEN.includes(text) || text.startsWith(OF_CLAIM);
}
