import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { ROOT } from '../processes/run.ts'
import { oneIn, seed } from '../vitest/long-runs.ts'
import { deploymentStage } from './deployment-stage.fixture.ts'
import { writeBuild } from './testing/small-product.ts'

const HOUR = 3_600_000
type Stage = Awaited<ReturnType<typeof deploymentStage>>

/** All calls in `npm run test:long`, one of so many otherwise. */
function someOf(calls: number, every: number): number[] {
  const all = Array.from({ length: calls }, (_, index) => index + 1)
  return oneIn === 1 ? all : all.filter((call) => (call + seed) % every === 0)
}

/** Deploys in a process group of its own, which dies with wrangler when Cloudflare gets that call. */
async function deployInProcess({ product, processEnv, site, cloudflare }: Stage, killedAt = Infinity): Promise<string> {
  const script = join(ROOT, 'dev', 'deployment', 'testing', 'deploy-process.ts')
  const child = spawn(process.execPath, [script, product.root, site.origin], {
    cwd: ROOT,
    env: processEnv,
    detached: true,
  })
  const { pid } = child
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  cloudflare.setFault((call) => {
    if (call !== killedAt || pid === undefined) return null
    process.kill(-pid, 'SIGKILL')
    return 'lost'
  })
  await once(child, 'close')
  cloudflare.setFault(() => null)
  return said
}

async function firstDeployment(): Promise<Stage> {
  return deploymentStage()
}

async function secondDeployment(): Promise<Stage> {
  const stage = await deploymentStage()
  await stage.deploy()
  writeBuild(stage.product, 'second')
  return stage
}

test.each([
  { which: 'first', prepare: firstDeployment, every: 40 },
  { which: 'second', prepare: secondDeployment, every: 40 },
])(
  'finishes a $which deployment killed at any call, nothing twice',
  { timeout: HOUR, tags: ['long'] },
  async ({ prepare, every }) => {
    const whole = await prepare()
    const callsBefore = whole.cloudflare.account.calls.length
    expect(await deployInProcess(whole)).toContain('Deployed. Tested at')
    const calls = whole.cloudflare.account.calls.length - callsBefore
    expect(calls).toBeGreaterThan(20)
    for (const call of someOf(calls, every)) {
      const stage = await prepare()
      const { account } = stage.cloudflare
      expect(await deployInProcess(stage, call)).not.toContain('Tested at')
      const secrets = new Map(account.scripts.get('switchyard-api')?.secrets)
      const said = await deployInProcess(stage)
      expect(said, `killed at call ${call}: ${said}`).toContain('Tested at')
      expect(account.made.toSorted(), `killed at call ${call}`).toEqual(whole.cloudflare.account.made.toSorted())
      const after = account.scripts.get('switchyard-api')?.secrets ?? new Map<string, string>()
      for (const [name, value] of secrets) expect(after.get(name)).toBe(value)
      if (prepare === firstDeployment)
        expect(parseEnv(readFileSync(join(stage.product.root, 'deployment.secrets.env'), 'utf8'))).toEqual(
          Object.fromEntries(after),
        )
    }
  },
)
