import { sql } from 'drizzle-orm'
import type { StepKind } from '../../contract/connections/service.ts'

/**
 * The steps of services in the row `d` of `drafts`, in their order by `step.id`. Drafts that were stored before their steps
 * were one list have a trigger, queries and actions instead; these have no kind of their own.
 */
export const stepsInDraft = sql`json_tree(d.doc) step`
export const isStepInDraft = sql`(step.type = 'object' and step.key <> 'fields' and step.value ->> '$.module_name' is not null)`
export const kindInDraft = sql<StepKind>`coalesce(step.value ->> '$.kind',
  case step.path when '$.queries' then 'query' when '$.actions' then 'action' else 'trigger' end)`
export const stepIdInDraft = sql<string>`(step.value ->> '$.module_name') || '/' ||
  case ${kindInDraft} when 'trigger' then 'triggers' when 'query' then 'queries' else 'actions' end || '/' ||
  (step.value ->> '$.slug')`
