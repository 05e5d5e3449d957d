import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { environmentIn, inEnvironment } from './environment.ts'

export const ROOT = join(import.meta.dirname, '..', '..')

/** Runs one of the project's tools until it exits. Rejects when it fails, so that the script stops there. */
export function run(command: string, args: readonly string[], env: Record<string, string> = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...QUIET, ...env } })
    child.on('error', reject)
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args.join(' ')} exited with ${code ?? 'a signal'}`)),
    )
  })
}

/** For a script's outermost call: prints what failed and exits with 1, without a stack trace. */
export async function main(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof Error ? inEnvironment(environmentIn(process.argv), error.message) : error)
    process.exit(1)
  }
}

/** Turns off the tools' telemetry, update checks and network lookups. */
export const QUIET = {
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  CI: process.env.CI ?? 'true',
}
