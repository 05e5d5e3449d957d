import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { QUIET } from '../../processes/run.ts'

/** CLOUDFLARE_API_TOKEN, or the token of `wrangler login`; undefined where there is neither. */
export async function cloudflareToken(env: Record<string, string | undefined>): Promise<string | undefined> {
  if (env['CLOUDFLARE_API_TOKEN']) return env['CLOUDFLARE_API_TOKEN']
  try {
    const { stdout } = await promisify(execFile)('wrangler', ['auth', 'token', '--json'], { env: { ...env, ...QUIET } })
    const answer: { token?: string } = JSON.parse(stdout)
    return answer.token
  } catch {
    return undefined
  }
}
