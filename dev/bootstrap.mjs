// The first step of every npm script, in plain JavaScript for any Node from 18. Installs when the lock file has
// changed since the last install, then continues with the project's own Node.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, delimiter } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listServiceFiles } from './service/list-service-files.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const [command, ...args] = process.argv.slice(2)
const stamp = join(root, 'node_modules', '.installed')
const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')
const node = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

// npm's own `postinstall`, so that what somebody has installed by hand is not installed again.
if (command === 'installed') {
  writeFileSync(stamp, lock)
  process.exit(0)
}
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock || !existsSync(node)) install()

// These turn every file in services/ into a service without a look at it.
const TAKES_SERVICES = ['start', 'preview', 'build', 'deploy']
if (listServiceFiles(root).length > 0 && TAKES_SERVICES.includes(command)) checkServices()

const child = spawn(node, [join(root, 'dev', `${command}.ts`), ...args], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}` },
})
// Ctrl-C reaches the child through the terminal; a plain kill of this process must reach it too.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)))

function install() {
  console.log('Installing packages: this takes a minute or two …')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { status } = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
  })
  if (status !== 0) {
    console.error('npm ci failed; see above. Check that the npm registry is reachable, then try again.')
    process.exit(status ?? 1)
  }
}

function checkServices() {
  const { status } = spawnSync(node, [join(root, 'dev/service/service.ts'), 'check'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) process.exit(status ?? 1)
}
