import type { CloudflareAccount } from '../account/open-account.ts'
import { readPages } from '../account/read-deployed.ts'
import { doUnlessDone, type Wrangler } from '../account/run-deploy-command.ts'

type Upload = { account: CloudflareAccount; wrangler: Wrangler; project: string; folder: string; hash: string }

/** Deploys the built pages, unless they are what answers. Their hash is in the deployment's message. */
export function uploadPages({ account, wrangler, project, folder, hash }: Upload): Promise<boolean> {
  return doUnlessDone(
    async () => (await readPages(account, project))?.active?.hash === hash,
    () =>
      wrangler([
        '--cwd',
        folder,
        'pages',
        'deploy',
        '--branch',
        'main',
        '--commit-dirty',
        '--commit-message',
        `Switchyard ${hash}`,
      ]),
  )
}
