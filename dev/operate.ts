import { spawnSync } from 'node:child_process'
import { main, ROOT } from './processes/run.ts'

/** The commands for a deployed product; without `--remote` they work on this machine's. */
const COMMANDS: Readonly<Record<string, string>> = {
  'add-operator': 'dev/deploy/operator/print-operator-setting.ts',
  'after-restore': 'dev/deploy/after-restore.ts',
  'copy-database': 'dev/deploy/db-copy.ts',
  'read-stack': 'dev/deploy/source-maps/print-stack.ts',
  'rebuild-search': 'dev/deploy/search/search-rebuild.ts',
}

/** `npm run operate -- <command>`: each says how it is used, and exits with its own code. */
await main(async () => {
  const [command = '', ...args] = process.argv.slice(2)
  const file = COMMANDS[command]
  if (file === undefined) throw new Error(`Usage: npm run operate -- ${Object.keys(COMMANDS).join(' | ')}`)
  process.exitCode = spawnSync(process.execPath, [file, ...args], { cwd: ROOT, stdio: 'inherit' }).status ?? 1
})
