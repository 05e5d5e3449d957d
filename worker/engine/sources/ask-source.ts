import { hideValuesIn } from '../../system/secrets/hide-values.ts'
import { reportHosts, SERVICE_GONE } from '../runner/execution/call-step.ts'
import type { SourceWorld } from './world/source-world.ts'
import { saveRecord, type SourceRecord } from './store/source-record.ts'
import { takePage, takeProblem } from './take-page.ts'

/** Asks what a Source reads, once. Returns how its record takes the answer, to be done in a transaction. */
export async function askSource(
  world: SourceWorld,
  { address, etag, last_modified, state }: SourceRecord,
): Promise<(record: SourceRecord) => SourceRecord> {
  const found = world.findSource(address.module_name, address.source)
  if (!found) return (record) => takeProblem(world, record, SERVICE_GONE.problem)
  const { definition, hosts, limit } = found
  const wait = await world.delay(address.module_name, hosts, limit)
  if (wait > 0) return (record) => saveRecord(world, { ...record, next_read: world.now() + wait })
  const io = world.io(address.module_name)
  const outcome = await definition.read({ fields: address.fields, etag, last_modified, state }, io)
  // Followers read why it failed, and a service may repeat the operator's key there.
  if (!outcome.ok && io.operator_key !== null) hideValuesIn(outcome, [io.operator_key])
  reportHosts(world, hosts, outcome)
  return (record) => (outcome.ok ? takePage(world, record, outcome.value) : takeProblem(world, record, outcome.problem))
}
