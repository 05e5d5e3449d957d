import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { fingerprint } from './fingerprint.ts'
import { runWrangler } from '../../processes/run-wrangler.ts'
import { QUIET, ROOT } from '../../processes/run.ts'

const NAME = 'STRIPE_WEBHOOK_SECRETS'

/** Where the signing secrets of endpoints are kept. */
export type SecretStore = {
  /** For people, such as "in .dev.vars". */
  where: string
  has(fingerprint: string): Promise<boolean>
  /** Puts the secret in front of the newest one before it, so that both endpoints are heard. */
  add(secret: string): Promise<void>
}

/** The settings file of this machine. */
export function fileSecrets(file: string): SecretStore {
  const text = () => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  const stored = () => split(parseEnv(text())[NAME])
  return {
    where: 'in .dev.vars',
    has: async (wanted) => stored().some((secret) => fingerprint(secret) === wanted),
    add: async (secret) => {
      const line = `${NAME}=${joined(secret, stored())}`
      const before = text()
        .split('\n')
        .filter((each) => !new RegExp(`^\\s*(export\\s+)?${NAME}\\s*=`).test(each))
      while (before.at(-1) === '') before.pop()
      writeFileSync(file, `${[...before, line].join('\n')}\n`, { mode: 0o600 })
    },
  }
}

/**
 * The secrets of the deployed Worker. Cloudflare never shows them: that one is there is all that can be known. `known` is
 * the setting's value where the operator still has it; without it, the new secret replaces the old ones.
 */
export function deployedSecrets(config: string, known = ''): SecretStore {
  return {
    where: "in the Worker's secrets",
    has: async () => {
      const list: { name: string }[] = JSON.parse(
        await runWrangler(['secret', 'list', '--format', 'json', '--config', config]),
      )
      return list.some(({ name }) => name === NAME)
    },
    add: (secret) => putSecret(config, joined(secret, split(known))),
  }
}

/** The Worker accepts two during a rotation. */
function joined(secret: string, before: readonly string[]): string {
  return [secret, ...before.slice(0, 1)].join(',')
}

function split(list = ''): string[] {
  return list
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
}

/** Through the standard input, because arguments are visible to every process of the machine. */
function putSecret(config: string, value: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('wrangler', ['secret', 'put', NAME, '--config', config], {
      cwd: ROOT,
      stdio: ['pipe', 'inherit', 'inherit'],
      env: { ...process.env, ...QUIET },
    })
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`wrangler secret put ${NAME} failed.`))))
    child.stdin.end(value)
  })
}
