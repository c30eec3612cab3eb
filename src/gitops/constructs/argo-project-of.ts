/** The project of an Application: a name, or the construct. */
import { AppProject } from './app-project';
import { Finding, show, violation } from '../../findings';
import { SHAPE_RULES } from '../../shape';
import { DELIVERY_RULES as RULES } from '../delivery-rules';

/** The name of the project, and the construct if there is one. */
export interface OwnProject {
  readonly project: string;
  readonly appProject?: AppProject;
  readonly findings: readonly Finding[];
}

/** What the options say of the project. */
export function projectOf(props: { readonly project?: string; readonly appProject?: unknown } | undefined): OwnProject {
  const { project, appProject } = props ?? {};
  const byName = { project: project ?? 'default', findings: [] };
  if (appProject === undefined) return byName;
  if (!(appProject instanceof AppProject)) {
    const remedy = 'give the construct, or its name as project';
    return { ...byName, findings: [violation(SHAPE_RULES.type, 'appProject', `${show(appProject)} is not an AppProject`, remedy)] };
  }
  const { projectName } = appProject;
  const findings = project === undefined || project === projectName ? []
    : [violation(RULES.deliveryEffect, 'project', `${show(project)} has no effect beside appProject (${show(projectName)})`, 'remove one of them')];
  return { project: projectName, appProject, findings };
}
