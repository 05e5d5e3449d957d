import { spawn } from 'node:child_process'
import { join } from 'node:path'

export type CliOutcome = { code: number | null; said: string }

/**
 * Runs `stripe trigger …` to its end, with an empty configuration. `base` is the emulator's address with 127.0.0.1,
 * because the CLI does not accept localhost.
 */
export function triggerByCli(base: string, config: string, args: readonly string[]): Promise<CliOutcome> {
  const all = ['trigger', ...args, '--api-base', base, '--api-key', 'sk_test_switchyard']
  const env = { ...process.env, STRIPE_CLI_TELEMETRY_OPTOUT: '1', XDG_CONFIG_HOME: config }
  return new Promise((resolve, reject) => {
    const child = spawn(join('node_modules', '.bin', 'stripe'), all, { env })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, said }))
  })
}
