/** The project of an Application: a name, or the construct. */
import { AppProject } from './app-project';
import { Finding, show, violation } from '../../findings';
import { SHAPE_RULES } from '../../shape';
import { DELIVERY_RULES as RULES } from '../delivery-rules';

/** The name of the project, and the construct if there is one. */
export interface OwnProject {
  readonly projectName: string;
  readonly project?: AppProject;
  readonly findings: readonly Finding[];
}

export function projectOf(
  props: { readonly projectName?: string; readonly project?: unknown } | undefined,
): OwnProject {
  const { projectName, project } = props ?? {};
  const byName = { projectName: projectName ?? 'default', findings: [] };
  if (project === undefined) return byName;
  if (!(project instanceof AppProject)) {
    const remedy = 'pass the construct, or set projectName to its name';
    return {
      ...byName,
      findings: [
        violation(SHAPE_RULES.type, 'project', `${show(project)} is not an AppProject`, remedy),
      ],
    };
  }
  const findings =
    projectName === undefined || projectName === project.projectName
      ? []
      : [
          violation(
            RULES.deliveryEffect,
            'projectName',
            `${show(projectName)} has no effect beside project (${show(project.projectName)})`,
            'remove one of them',
          ),
        ];
  return { projectName: project.projectName, project, findings };
}
