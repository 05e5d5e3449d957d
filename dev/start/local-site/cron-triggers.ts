import { join } from 'node:path'
import { unstable_readConfig } from 'wrangler'
import { ROOT } from '../../processes/run.ts'

/** The cron triggers of the API Worker, in their order. Throws if the Runner's Worker has some: nothing would start them. */
export function cronTriggers(): string[] {
  const [api = [], runner = []] = ['wrangler.toml', 'wrangler.runner.toml'].map(
    (name) => unstable_readConfig({ config: join(ROOT, name) }).triggers.crons ?? [],
  )
  if (runner.length > 0) throw new Error("The local clock does not start cron triggers of the Runner's Worker yet.")
  return api
}
