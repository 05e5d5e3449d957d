import { APIError } from 'cloudflare'
import type { CloudflareAccount } from '../account/open-account.ts'
import { wordsOf } from '../account/open-account.ts'
import type { Wrangler } from '../account/run-deploy-command.ts'

type Rollback = {
  account: CloudflareAccount
  wrangler: Wrangler
  /** The Workers' names and config files; `worker` is the API's. */
  workers: Record<'worker' | 'runner', { name: string; configFile: string }>
  project: string
  worker?: string | undefined
  runner?: string | undefined
  pages?: string | undefined
}

/**
 * Goes back to versions and a deployment: pages first, because pages need the calls of a Worker as new as they are, and
 * the Runner's Worker last, because the API Worker calls it.
 */
export async function rollBack({
  account,
  wrangler,
  workers,
  project,
  worker,
  runner,
  pages,
}: Rollback): Promise<void> {
  const { client, account_id } = account
  if (pages !== undefined) {
    try {
      await client.pages.projects.deployments.rollback(pages, { account_id, project_name: project })
    } catch (error) {
      if (!(error instanceof APIError)) throw error
      throw new Error(`The pages did not go back: ${wordsOf(error)}`, { cause: error })
    }
  }
  const goBack = async (version: string, { name, configFile }: { name: string; configFile: string }) => {
    const target = ['rollback', version, '--name', name, '--config', configFile]
    await wrangler([...target, '--yes', '--message', 'npm run deploy'])
  }
  if (worker !== undefined) await goBack(worker, workers.worker)
  if (runner !== undefined) await goBack(runner, workers.runner)
}
