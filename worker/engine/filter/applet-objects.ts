import { numberSteps, setterName } from './service-names.ts'
import type { ActionDecision, FilterInput } from './filter-types.ts'
import { isRecord } from '../../contract/shared/is-record.ts'

/** What `begin` of the engine's prelude makes the Applet's objects from, as JSON: steps under their numbered names. */
export function describeApplet({ queries, actions, ...input }: FilterInput): string {
  const queryNames = numberSteps(queries)
  const actionNames = numberSteps(actions)
  return JSON.stringify({
    input,
    queries: queries.map((query, at) => ({ ...query, step: queryNames[at] })),
    actions: actions.map(({ service, fields }, at) => ({
      service,
      step: actionNames[at],
      fields: fields.map((slug) => ({ slug, setter: setterName(slug) })),
    })),
  })
}

/** The decisions that the engine answered with; undefined if it is not in their shape, as code of users runs where it was made. */
export function readDecisions(answer: string, { actions }: FilterInput): ActionDecision[] | undefined {
  const decisions = parsed(answer)
  if (!Array.isArray(decisions) || decisions.length !== actions.length) return undefined
  const isOfActions = decisions.every((decision: unknown, at) => isDecision(decision, actions[at]?.fields ?? []))
  return isOfActions ? (decisions as ActionDecision[]) : undefined
}

function parsed(answer: string): unknown {
  try {
    return JSON.parse(answer)
  } catch {
    return undefined
  }
}

function isDecision(decision: unknown, slugs: readonly string[]): boolean {
  if (!isRecord(decision) || Object.keys(decision).length !== 2) return false
  const { skipped, fields } = decision
  if (skipped !== null && typeof skipped !== 'string') return false
  return (
    isRecord(fields) && Object.entries(fields).every(([slug, text]) => slugs.includes(slug) && typeof text === 'string')
  )
}
