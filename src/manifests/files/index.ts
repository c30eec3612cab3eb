/**
 * Files that pods read and write: those of ConfigMaps and Secrets, empty directories, and what is
 * in a backup.
 */
import { EMPTY_DIR_JUDGE } from './empty-dirs';
import { MEDIUM_JUDGE } from './media';
import { MODE_JUDGE } from './modes';
import { SCRIPT_JUDGE } from './scripts';
import { SECRET_PROVIDER_JUDGES } from './secret-providers';
import { SINGLE_FILE_JUDGE } from './single-files';
import { SUB_PATH_JUDGE } from './sub-paths';
import { UNMOUNTED_JUDGE } from './unmounted';
import { VELERO_JUDGE } from './velero';
import { Judge } from '../../judge';

export const FILE_JUDGES: readonly Judge[] = [
  SINGLE_FILE_JUDGE,
  MODE_JUDGE,
  EMPTY_DIR_JUDGE,
  MEDIUM_JUDGE,
  SUB_PATH_JUDGE,
  UNMOUNTED_JUDGE,
  SCRIPT_JUDGE,
  ...SECRET_PROVIDER_JUDGES,
  VELERO_JUDGE,
];
