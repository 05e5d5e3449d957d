import { parseJson } from '../../../worker/contract/shared/parse-json.ts'
import { readServiceFile } from '../../../worker/services/format/check/read-service-file.ts'
import { serviceDefinitions } from '../../../worker/services/service-registry.ts'
import type { ServicesContext } from '../services/data/services-state.ts'
import { ACME } from './sampled-services.ts'

/**
 * Lets a service answer from this file, at `/{id}` and from now on. Returns its id, or what is wrong with the file, a
 * sentence each. A file that is added again replaces the one before.
 */
export async function addService(
  ctx: ServicesContext,
  text: string,
): Promise<{ ok: true; id: string } | { ok: false; problems: string[] }> {
  const document = parseJson(text)
  if (document === undefined) return { ok: false, problems: ['This is not JSON.'] }
  const read = await readServiceFile(document, { taken: [...serviceDefinitions(), ACME], allowed_hosts: [] })
  if (read.kind === 'wrong') {
    const problems = read.problems.map(({ path, message }) => [path.map(String).join('.'), message].join(': '))
    return { ok: false, problems: problems.map((problem) => problem.replace(/^: /, '')) }
  }
  const { definition } = read
  ctx.state.added[definition.id] = definition
  ctx.save()
  return { ok: true, id: definition.id }
}
