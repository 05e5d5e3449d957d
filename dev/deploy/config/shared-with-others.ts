import type { Environment } from '../../processes/environment.ts'
import { readDeploymentFile, type DeploymentFile } from './deployment-file.ts'

const OTHER: Record<Environment, Environment> = { production: 'staging', staging: 'production' }

/** What an environment would share with the other one, by the files of both, a sentence each. */
export function sharedWithOthers(root: string, file: DeploymentFile, siteOrigin: string): string[] {
  const other = OTHER[file.environment ?? 'production']
  const theirs = readDeploymentFile(root, other)
  const ids = (of: DeploymentFile) => Object.entries({ ...of.d1_databases, ...of.kv_namespaces })
  const known = new Set(ids(theirs).map(([, id]) => id))
  return [
    ...(theirs.vars['SITE_ORIGIN'] === siteOrigin ? [`SITE_ORIGIN: ${siteOrigin} is the address of ${other}.`] : []),
    ...ids(file)
      .filter(([, id]) => known.has(id))
      .map(([binding, id]) => `${binding}: ${id} belongs to ${other}. Delete this id from deployment.json.`),
  ]
}
