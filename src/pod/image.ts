/** The image of a container or of a volume: a reference that the node can pull. */
import { Finding, show, takenAt, violation } from '../findings';
import { imageProblem, trimSpace } from '../kube';
import { textOf } from '../object';
import { POD_RULES as RULES } from './rules';

/** What ko builds from Go, and replaces with a reference before anything is applied. */
const BUILT_BY_KO = 'ko://';

/** Findings on an image; of a Pod (`isOfPod`) the server asks more than of a template. */
export function checkImage(
  image: unknown,
  path: string,
  example: string,
  isOfPod: boolean = false,
): Finding[] {
  const name = textOf(image);
  if (name.startsWith(BUILT_BY_KO)) return [];
  if (name === '') {
    return [violation(RULES.image, path, 'the image is empty', `name it, such as ${example}`)];
  }
  if (name !== trimSpace(name)) {
    return [
      violation(
        RULES.image,
        path,
        `${show(name)} has whitespace around it`,
        `write ${show(trimSpace(name))}`,
        isOfPod ? undefined : takenAt(path),
      ),
    ];
  }
  const problem = imageProblem(name);
  return problem === undefined
    ? []
    : [
        violation(
          RULES.image,
          path,
          `${show(name)} is not a valid image: ${problem}`,
          `use a reference such as ${example}`,
          takenAt(path),
        ),
      ];
}
