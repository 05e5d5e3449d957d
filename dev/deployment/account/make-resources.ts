import type { CloudflareAccount } from './open-account.ts'
import { explained, hasCode } from './open-account.ts'
import { queuesOf, type DeployedConfig } from '../config/deployed-config.ts'
import type { DeploymentFile } from '../config/deployment-file.ts'
import type { Deployed } from './read-deployed.ts'

/** Something that the config names and the account lacks. */
type MissingResource = { what: string; make(file: DeploymentFile): Promise<void> }

/** What is to be made. Each `make` writes its id into the given file; what somebody made meanwhile is taken. */
export function missingResources(
  account: CloudflareAccount,
  config: DeployedConfig,
  deployed: Deployed,
): MissingResource[] {
  const { client, account_id } = account
  const databases = (config.worker.d1_databases ?? []).flatMap(({ binding, database_name: name, database_id }) => {
    if (database_id !== undefined) return []
    const existing = deployed.databases.find((each) => each.name === name)
    const make = async (file: DeploymentFile) => {
      file.d1_databases[binding] = existing?.id ?? (await makeDatabase(account, name))
    }
    return [{ what: existing ? `use the D1 database ${name}, which exists` : `make the D1 database ${name}`, make }]
  })
  const namespaces = (config.worker.kv_namespaces ?? []).flatMap(({ binding, id }) => {
    if (id !== undefined) return []
    const title = `${config.worker.name}-${binding}`
    const existing = deployed.namespaces.find((each) => each.name === title)
    const make = async (file: DeploymentFile) => {
      file.kv_namespaces[binding] = existing?.id ?? (await makeNamespace(account, title))
    }
    return [{ what: existing ? `use the KV namespace ${title}, which exists` : `make the KV namespace ${title}`, make }]
  })
  const queues = queuesOf(config.worker)
    .filter((name) => !deployed.queues.some((each) => each.name === name))
    .map((queue_name) => ({
      what: `make the queue ${queue_name}`,
      make: async () => {
        const made = client.queues.create({ account_id, queue_name })
        await unlessThere(explained(made, 'Queues: Edit'), 11009)
      },
    }))
  const project = config.pages.name
  const pages = deployed.pages
    ? []
    : [
        {
          what: `make the Pages project ${project}`,
          make: async () => {
            const made = client.pages.projects.create({ account_id, name: project, production_branch: 'main' })
            await unlessThere(explained(made, 'Cloudflare Pages: Edit'), 8000002)
          },
        },
      ]
  return [...databases, ...namespaces, ...queues, ...pages]
}

async function makeDatabase({ client, account_id }: CloudflareAccount, name: string): Promise<string> {
  const made = await unlessThere(explained(client.d1.database.create({ account_id, name }), 'D1: Edit'), 7502)
  if (made?.uuid) return made.uuid
  for await (const each of client.d1.database.list({ account_id, name }))
    if (each.name === name && each.uuid) return each.uuid
  throw new Error(`Cloudflare made no D1 database ${name}.`)
}

async function makeNamespace({ client, account_id }: CloudflareAccount, title: string): Promise<string> {
  const made = await unlessThere(
    explained(client.kv.namespaces.create({ account_id, title }), 'Workers KV Storage: Edit'),
    10014,
  )
  if (made) return made.id
  for await (const each of client.kv.namespaces.list({ account_id })) if (each.title === title) return each.id
  throw new Error(`Cloudflare made no KV namespace ${title}.`)
}

/** A lost answer is asked for again, and then the thing exists already. Null means that it does. */
async function unlessThere<Made>(call: Promise<Made>, code: number): Promise<Made | null> {
  try {
    return await call
  } catch (error) {
    if (hasCode(error, code)) return null
    throw error
  }
}
