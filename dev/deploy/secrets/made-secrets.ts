import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { environmentFile, type Environment } from '../../processes/environment.ts'

export const SECRETS_FILE = 'deployment.secrets.env'

/**
 * Secrets that a deployment made, in a file that only this user can read and that git ignores. They are written here
 * before Cloudflare has them, because it never shows them again.
 */
export function readMadeSecrets(root: string, environment: Environment): Record<string, string> {
  const file = join(root, environmentFile(environment, SECRETS_FILE))
  if (!existsSync(file)) return {}
  return Object.fromEntries(
    Object.entries(parseEnv(readFileSync(file, 'utf8'))).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
}

export function keepMadeSecrets(root: string, environment: Environment, made: Record<string, string>): void {
  if (Object.keys(made).length === 0) return
  const lines = Object.entries({ ...readMadeSecrets(root, environment), ...made }).map(
    ([name, value]) => `${name}=${value}\n`,
  )
  writeFileSync(join(root, environmentFile(environment, SECRETS_FILE)), lines.join(''), { mode: 0o600 })
}
