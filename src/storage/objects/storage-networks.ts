/** Names and addresses of storage networks, as the API server reads them. */

const INITIATORS: readonly (readonly [start: string, whole: RegExp])[] = [
  ['iqn', /^iqn\.\d{4}-\d{2}\.[A-Za-z0-9.-]+:[^,;*&$|\s]+$/],
  ['eui', /^eui.[A-Za-z0-9]{16}$/s],
  ['naa', /^naa.[A-Za-z0-9]{32}$/s],
];

/** Whether a text is the name of an initiator or a target of iSCSI. */
export function isInitiator(name: string): boolean {
  return INITIATORS.some(([start, whole]) => name.startsWith(start) && whole.test(name));
}

/** Whether a text is a list of hosts with their ports, such as `a:1,[::1]:2`. */
export function hasHostAndPorts(list: string): boolean {
  return list.split(',').every(hasHostAndPort);
}

function hasHostAndPort(text: string): boolean {
  const colon = text.lastIndexOf(':');
  if (colon < 0) return false;
  if (!text.startsWith('[')) {
    return !text.slice(0, colon).includes(':') && !/[[\]]/.test(text);
  }
  const end = text.indexOf(']');
  return (
    end >= 0 &&
    end + 1 === colon &&
    !text.slice(1).includes('[') &&
    !text.slice(colon).includes(']')
  );
}
