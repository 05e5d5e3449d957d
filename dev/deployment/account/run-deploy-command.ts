import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { QUIET } from '../../processes/run.ts'
import type { CloudflareAccount } from './open-account.ts'

/** Where wrangler's own words say that another try may succeed. */
const PASSING =
  /\b(?:429|50[0234])\b|code"?: ?(?:971|10013)\b|fetch failed|ECONNRESET|ECONNREFUSED|socket|ETIMEDOUT|terminated/i
const TRIES = 4

export type Wrangler = (args: readonly string[]) => Promise<void>

/** Runs wrangler with the account's token. Rejects with what it printed when it fails. */
export function wranglerFor(
  account: CloudflareAccount,
  root: string,
  env: Record<string, string | undefined>,
): Wrangler {
  const access = { CLOUDFLARE_API_TOKEN: account.token, CLOUDFLARE_ACCOUNT_ID: account.account_id, CI: 'true' }
  return (args) =>
    new Promise((resolve, reject) => {
      const child = spawn('wrangler', args, {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...env, ...QUIET, ...access },
      })
      let printed = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))
      child.on('error', reject)
      child.on('close', (code) =>
        code === 0
          ? resolve()
          : reject(new Error(`wrangler ${args.join(' ')} failed:\n${printed.trim().slice(-2000)}`)),
      )
    })
}

/**
 * Does the work unless it is done. After a failure that may pass it looks again, because the lost answer may have been
 * that of a success. Returns whether there was anything to do.
 */
export async function doUnlessDone(isDone: () => Promise<boolean>, work: () => Promise<void>): Promise<boolean> {
  for (let tried = 0; ; tried += 1) {
    if (await isDone()) return tried > 0
    try {
      await work()
      return true
    } catch (error) {
      const mayPass = error instanceof Error && PASSING.test(error.message)
      if (!mayPass || tried + 1 >= TRIES) throw error
      await sleep(1000 * 2 ** tried)
    }
  }
}
