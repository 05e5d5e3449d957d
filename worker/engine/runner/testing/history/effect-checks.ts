import type { RunRow } from '../../store/runs.ts'
import { encodeRunId } from '../../world/ulid.ts'
import type { FarSide } from '../far-side.ts'
import { actionsOfRun } from './run-checks.ts'

const SAID_BY_PERSON = 'You said that it happened.'

/** Requests with one key that said different things. */
export function changedRequests({ requests }: FarSide): string[] {
  const bodies = new Map<string, string>()
  return requests.flatMap(({ key, body, action }) => {
    if (key === null) return []
    const known = bodies.get(key) ?? body
    bodies.set(key, body)
    return known === body ? [] : [`${key} (${action}) carried ${known}, then ${body}`]
  })
}

/** Effects that came too often. `allowed`: how many more a person asked for, by `sy_{run}_{id}`. */
export function repeatedEffects({ effects }: FarSide, allowed: ReadonlyMap<string, number>): string[] {
  const lasting = effects.filter(({ action }) => action !== 'safe')
  const ofSteps = [...Map.groupBy(lasting, ({ key }) => key.slice(0, key.lastIndexOf('_')))]
  const ofKeys = [
    ...Map.groupBy(
      effects.filter(({ action }) => action === 'key'),
      ({ key }) => key,
    ),
  ]
  return [
    ...ofSteps.flatMap(([step, done]) => {
      const most = 1 + (allowed.get(step) ?? 0)
      return done.length <= most ? [] : [`${done[0]?.action} ${step} was done ${done.length} times, allowed ${most}`]
    }),
    ...ofKeys.flatMap(([key, done]) => (done.length === 1 ? [] : [`${key} was done ${done.length} times`])),
  ]
}

/** Steps that say that they are done, and had no effect. */
export function missingEffects({ effects }: FarSide, runs: readonly RunRow[]): string[] {
  const done = new Set(effects.map(({ key }) => key))
  return runs.flatMap((run) =>
    actionsOfRun(run).flatMap(({ state, answer, id, n }) => {
      const isKnown = state !== 'done' || answer === SAID_BY_PERSON || done.has(`sy_${encodeRunId(run)}_${id}_${n}`)
      return isKnown ? [] : [`run ${run.seq} says that ${id} is done`]
    }),
  )
}

/**
 * After a stop only the step under way goes on. `cancelled`: how many requests had been sent by then, by the run's id.
 */
export function requestsAfterCancel({ requests }: FarSide, cancelled: ReadonlyMap<string, number>): string[] {
  return [...cancelled].flatMap(([run, before]) => {
    const own = requests.map((request, index) => ({ ...request, index })).filter(({ key }) => key?.includes(run))
    const known = new Set(own.filter(({ index }) => index < before).map(({ key }) => key))
    const later = own.find(({ index, key }) => index >= before && !known.has(key))
    return later ? [`${later.key} was sent after its run was stopped`] : []
  })
}
