/** Containers that change the owners of an EFS access point, where nobody can. */
import { defineRules, Finding, show, violation } from '../../findings';
import { Judge, World, WORKLOADS } from '../../judge';
import { Workload } from '../../topology';
import { allContainersOf } from '../containers';
import { readVolumes } from '../read';

const RULES = defineRules('ownership', {
  accessPointOwner: {
    warning: 'A container changes the owners of files of an EFS access point.',
    why: 'All access uses the user of the access point, so chown fails, and an init container that runs it keeps the pod from starting.',
    bad: 'initContainers: [{ command: [chown, -R, "1000", /data] }], with an access point at /data',
    good: 'uid and gid in the class, or in the access point',
    source: 'Amazon EFS User Guide, access points: enforcing a user identity',
  },
});

const CHOWN = /\b(?:chown|chgrp)\b/;
/** What goes on whether it succeeds or not. */
const FORGIVEN = /\|\|/;

export const ACCESS_POINT: Judge = {
  rules: () => [RULES],
  kinds: [WORKLOADS],
  needs: ['command', 'args'],
  check: ({ workload, podPath = '' }, world) => {
    const commands = workload ? commandsOf(workload) : NONE;
    return commands.size === 0 ? [] : findingsOn(workload!, commands, podPath, world);
  },
};

const NONE: ReadonlyMap<string, string> = new Map();

/** The commands that change owners, by their containers. */
function commandsOf({ podSpec }: Workload): ReadonlyMap<string, string> {
  return new Map(
    allContainersOf(podSpec).flatMap(({ name, command, args }) => {
      const text = [command, args].flat().map(String).join(' ');
      return CHOWN.test(text) && !FORGIVEN.test(text) ? [[String(name), text] as const] : [];
    }),
  );
}

function findingsOn(
  workload: Workload,
  commands: ReadonlyMap<string, string>,
  podPath: string,
  { topology, driver }: World,
): Finding[] {
  const points = new Map(
    readVolumes(workload, { topology, driver })
      .filter(({ accessPoint = 'none' }) => accessPoint !== 'none')
      .map((volume) => [volume.name, volume]),
  );
  const told = new Set<string>();
  return workload.mounts.flatMap(({ container, volume, path, isInit }) => {
    const isOne = points.has(volume) && (commands.get(container)?.includes(path) ?? false);
    if (!isOne || path === '' || told.has(container)) return [];
    told.add(container);
    const list = isInit ? 'initContainers' : 'containers';
    const index = (workload.podSpec[list] as readonly { readonly name?: unknown }[]).findIndex(
      ({ name }) => name === container,
    );
    return [
      violation(
        RULES.accessPointOwner,
        `${podPath}.${list}[${index}]`,
        `the container ${show(container)} changes the owner of ${path}, an EFS access point, whose files all belong to its user: "operation not permitted"`,
        'remove the command; the class (uid, gid) or the access point says whose the files are',
      ),
    ];
  });
}
