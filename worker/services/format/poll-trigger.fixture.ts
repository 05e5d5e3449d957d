import type { RunnableService, StepIo } from '../../engine/steps/service-steps.ts'
import type { PollPage, StepOutcome } from '../../system/runner-api/step-outcome.ts'

type Known = { etag: string | null; last_modified: string | null; state?: string }

/** Polls a trigger for its present items: from its service, or from the source that it follows, as a Runner sees it. */
export async function pollTrigger(
  service: RunnableService,
  slug: string,
  fields: Record<string, string>,
  io: StepIo,
  known: Known = { etag: null, last_modified: null },
): Promise<StepOutcome<Pick<PollPage, 'items' | 'unchanged' | 'etag' | 'last_modified'>>> {
  const trigger = service.triggers[slug]
  if (trigger?.poll) return trigger.poll({ fields, applet_id: 1, page: null, ...known }, io)
  const followed = trigger?.source
  const source = followed && service.sources[followed.source]
  if (!source) throw new Error(`${service.module_name} has no polled trigger ${slug}.`)
  const call = { fields: followed.fields(fields), ...known, state: known.state ?? null }
  const outcome = await source.read(call, { ...io, operator_key: null })
  if (!outcome.ok) return outcome
  const items = outcome.value.items.map(({ id, at, ingredients }) => ({ id, at, ingredients }))
  const own = followed.items?.(items, { fields, timezone: io.timezone }) ?? items
  return { ok: true, value: { ...outcome.value, items: own } }
}
