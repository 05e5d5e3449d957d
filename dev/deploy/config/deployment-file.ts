import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { environmentFile, type Environment } from '../../processes/environment.ts'

const text = z.string().min(1)
const schema = z.strictObject({
  account_id: text.optional(),
  /** Own names for what wrangler.toml names, such as {"switchyard-api": "acme-api"}. */
  names: z.record(z.string(), text).default({}),
  /** Settings that replace those of wrangler.toml [vars]. */
  vars: z.record(z.string(), z.string()).default({}),
  /** Ids by binding. */
  d1_databases: z.record(z.string(), text).default({}),
  kv_namespaces: z.record(z.string(), text).default({}),
})
/** The settings that are an operator's own and not a secret. `environment`: whose they are; production by default. */
export type DeploymentFile = z.output<typeof schema> & { environment?: Environment }

export const DEPLOYMENT_FILE = 'deployment.json'

/** Reads deployment.json of an environment, which stands beside wrangler.toml. Throws what is wrong with it. */
export function readDeploymentFile(root: string, environment: Environment = 'production'): DeploymentFile {
  const file = join(root, environmentFile(environment, DEPLOYMENT_FILE))
  const result = schema.safeParse(existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : {})
  if (result.success) return { ...result.data, environment }
  throw new Error(`${DEPLOYMENT_FILE} is wrong:\n${z.prettifyError(result.error)}`)
}

/** Writes it whole, through a second file, so that a crash leaves the one before. */
export function writeDeploymentFile(root: string, { environment = 'production', ...content }: DeploymentFile): void {
  const file = join(root, environmentFile(environment, DEPLOYMENT_FILE))
  writeFileSync(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`)
  renameSync(`${file}.new`, file)
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    throw new Error(`${DEPLOYMENT_FILE} is not valid JSON.`)
  }
}
