import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { unstable_readConfig } from 'wrangler'
import { ROOT } from '../../processes/run.ts'
import type { ProbeOptions } from './alarm-probe.fixture.ts'

const config = unstable_readConfig({ config: join(ROOT, 'wrangler.runner.toml') })

/** Starts the probe over this folder with the settings of the Runner's Worker, in a process group with its workerd. */
export async function startProbe(folder: string): Promise<{ child: ChildProcess; url: string }> {
  const options: ProbeOptions = {
    bindings: config.durable_objects.bindings,
    flags: config.compatibility_flags,
    date: config.compatibility_date ?? '',
    folder,
  }
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'alarm-probe.fixture.ts'), JSON.stringify(options)],
    { detached: true, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, url: String(line).trim() }
}

/** Kills the whole group with -9, as a power cut would. */
export async function killProbe(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  await ended
}
