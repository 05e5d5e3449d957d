import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { QUIET, ROOT } from '../processes/run.ts'

/** What wrangler prints, such as JSON. Throws wrangler's own words when it fails. */
export async function readFromWrangler(args: readonly string[]): Promise<string> {
  try {
    const env = { ...process.env, ...QUIET }
    return (await promisify(execFile)('wrangler', [...args], { cwd: ROOT, env, maxBuffer: 2 ** 26 })).stdout
  } catch (error) {
    const { stderr = '', stdout = '' } =
      error instanceof Error ? (error as Partial<Record<'stderr' | 'stdout', string>>) : {}
    throw new Error(`wrangler ${args.slice(0, 2).join(' ')} failed:\n${stderr || stdout || String(error)}`, {
      cause: error,
    })
  }
}
