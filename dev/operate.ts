import { spawnSync } from 'node:child_process'
import { takeEnvironment } from './processes/environment.ts'
import { main, ROOT } from './processes/run.ts'

/** The commands for a deployed product; without `--remote` or `--env staging` they work on this machine's. */
const COMMANDS: Readonly<Record<string, string>> = {
  'add-operator': 'dev/deploy/operator/print-operator-setting.ts',
  'after-restore': 'dev/deploy/after-restore.ts',
  'copy-database': 'dev/deploy/db-copy.ts',
  'read-stack': 'dev/deploy/source-maps/print-stack.ts',
  'rebuild-search': 'dev/deploy/search/search-rebuild.ts',
}

/** `npm run operate -- <command>`: each says how it is used, and exits with its own code. */
await main(async () => {
  const { environment, rest } = takeEnvironment(process.argv.slice(2))
  const [command = '', ...args] = rest
  if (environment !== 'production') args.push('--env', environment)
  const file = COMMANDS[command]
  if (file === undefined) throw new Error(`Usage: npm run operate -- ${Object.keys(COMMANDS).join(' | ')}`)
  process.exitCode = spawnSync(process.execPath, [file, ...args], { cwd: ROOT, stdio: 'inherit' }).status ?? 1
})
