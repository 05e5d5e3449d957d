import { randomUUID } from 'node:crypto'
import type { AccountState, Binding, StoredScript, StoredVersion } from './account-state.ts'
import { Refusal } from './api-envelope.ts'
import { checkObjects, migrateObjects, type ObjectMigration } from './durable-objects.ts'

type UploadedBinding = Binding & { text?: string }

type Metadata = {
  bindings?: UploadedBinding[]
  keep_bindings?: string[]
  annotations?: Record<string, string>
  migrations?: { old_tag?: string; new_tag?: string; steps?: ObjectMigration[] }
} & Record<string, unknown>

/** Reads a Worker's upload: its modules, bindings and secrets. Refuses what refers to nothing, as Cloudflare does. */
export async function readUpload(form: FormData, to: StoredScript, account: AccountState): Promise<StoredVersion> {
  const metadata: Metadata = JSON.parse(await textOf(form.get('metadata')))
  const modules = new Map<string, Uint8Array>()
  for (const [name, part] of form)
    if (name !== 'metadata' && typeof part !== 'string') modules.set(name, new Uint8Array(await part.arrayBuffer()))
  const bindings = (metadata.bindings ?? []).map((binding) =>
    binding.type === 'inherit' ? inherited(binding.name, to) : binding,
  )
  for (const binding of bindings) checkBinding(binding, account)
  migrateObjects(metadata, to)
  checkObjects(bindings, to, account)
  keepSecrets(metadata, to, account)
  return {
    id: randomUUID(),
    number: to.versions.length + 1,
    created_on: new Date().toISOString(),
    annotations: {
      'workers/triggered_by': to.versions.length === 0 ? 'upload' : 'version_upload',
      ...metadata.annotations,
    },
    bindings: bindings.map(({ text, ...binding }) =>
      binding.type === 'secret_text' ? binding : { ...binding, ...(text !== undefined && { text }) },
    ),
    metadata,
    modules,
  }
}

/** The binding of that name in the newest version. */
function inherited(name: string, { versions, secrets }: StoredScript): UploadedBinding {
  if (secrets.has(name)) return { type: 'secret_text', name }
  const before = versions[0]?.bindings.find((binding) => binding.name === name)
  if (!before) throw new Refusal(400, 10057, `Binding ${name} cannot be inherited`)
  return before
}

function checkBinding(binding: Binding, account: AccountState): void {
  const { type, name, ...rest } = binding
  const missing =
    (type === 'd1' && !account.databases.has(String(rest['id']))) ||
    (type === 'kv_namespace' && !account.namespaces.has(String(rest['namespace_id']))) ||
    (type === 'queue' && ![...account.queues.values()].some(({ queue_name }) => queue_name === rest['queue_name']))
  if (type === 'service' && !account.scripts.has(String(rest['service'])))
    throw new Refusal(
      400,
      10143,
      `Could not resolve service binding '${name}'. Target script '${rest['service']}' not found.`,
    )
  if (missing) throw new Refusal(400, 10181, `The ${type} of binding ${name} does not exist`)
}

/** An upload keeps only secrets that it gives, inherits, or names the type of. */
function keepSecrets({ bindings = [], keep_bindings = [] }: Metadata, to: StoredScript, account: AccountState): void {
  if (!keep_bindings.includes('secret_text')) {
    const named = new Set(bindings.map(({ name }) => name))
    for (const name of to.secrets.keys()) if (!named.has(name)) to.secrets.delete(name)
  }
  for (const { type, name, text } of bindings) {
    if (type !== 'secret_text' || text === undefined) continue
    account.made.push(`${to.secrets.has(name) ? 'replaced secret' : 'secret'} ${to.name} ${name}`)
    to.secrets.set(name, text)
  }
}

async function textOf(part: FormDataEntryValue | null): Promise<string> {
  if (part === null) throw new Refusal(400, 10021, 'The upload has no metadata')
  return typeof part === 'string' ? part : part.text()
}
