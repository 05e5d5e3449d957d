import { setTimeout as sleep } from 'node:timers/promises'
import { runWrangler } from '../../processes/run-wrangler.ts'
import { ROOT } from '../../processes/run.ts'
import type { CloudflareAccount } from '../account/cloudflare-api.ts'

/** Where wrangler's own words say that another try may succeed. */
const PASSING =
  /\b(?:429|50[0234])\b|code"?: ?(?:971|10013)\b|fetch failed|ECONNRESET|ECONNREFUSED|socket|ETIMEDOUT|terminated/i
/** The answer of an earlier try was lost. */
const MADE_ALREADY = /already (?:exists|taken)/i
const TRIES = 4

/** Runs one of wrangler's commands in this account, again while its failure may pass. */
export async function repeatWrangler(
  args: readonly string[],
  account: CloudflareAccount,
  say: (line: string) => void,
): Promise<void> {
  say(`→ wrangler ${args.join(' ').replaceAll(`${ROOT}/`, '')}`)
  for (let tried = 1; ; tried += 1) {
    try {
      await runWrangler(args, { ...process.env, ...account.environment })
      return
    } catch (error) {
      const words = error instanceof Error ? error.message : ''
      if (tried > 1 && MADE_ALREADY.test(words)) return
      if (tried === TRIES || !PASSING.test(words)) throw error
      await sleep(1000 * 2 ** (tried - 1))
    }
  }
}
