import { APIError } from 'cloudflare'
import type { CloudflareAccount } from '../account/open-account.ts'
import { wordsOf } from '../account/open-account.ts'
import type { Wrangler } from '../account/run-deploy-command.ts'

type Rollback = {
  account: CloudflareAccount
  wrangler: Wrangler
  workerName: string
  configFile: string
  project: string
  worker?: string | undefined
  pages?: string | undefined
}

/** Goes back to a version and a deployment: pages first, because pages need the calls of a Worker as new as they are. */
export async function rollBack({
  account,
  wrangler,
  workerName,
  configFile,
  project,
  worker,
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
  if (worker !== undefined)
    await wrangler([
      'rollback',
      worker,
      '--name',
      workerName,
      '--config',
      configFile,
      '--yes',
      '--message',
      'npm run deploy',
    ])
}
