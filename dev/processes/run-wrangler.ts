import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { QUIET, ROOT } from './run.ts'

type Environment = Record<string, string | undefined>

/** Runs wrangler and answers with its output, such as JSON. Throws wrangler's own words when it fails. */
export async function runWrangler(args: readonly string[], env: Environment = process.env): Promise<string> {
  try {
    const options = { cwd: ROOT, env: { ...env, ...QUIET }, maxBuffer: 2 ** 26 }
    return (await promisify(execFile)('wrangler', [...args], options)).stdout
  } catch (error) {
    const { stderr = '', stdout = '' } =
      error instanceof Error ? (error as Partial<Record<'stderr' | 'stdout', string>>) : {}
    throw new Error(`wrangler ${args.slice(0, 2).join(' ')} failed:\n${stderr || stdout || String(error)}`, {
      cause: error,
    })
  }
}
