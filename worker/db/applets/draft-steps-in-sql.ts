import { sql } from 'drizzle-orm'
import type { StepKind } from '../../contract/connections/service.ts'

/** The steps of a draft that was stored before they were one list: a trigger, queries and actions, without their kind. */
const stepsOfBefore = sql`(select json_group_array(json_set(old.value, '$.kind',
    case old.path when '$.queries' then 'query' when '$.actions' then 'action' else 'trigger' end))
  from json_tree(d.doc) old
  where old.type = 'object' and old.key <> 'fields' and old.value ->> '$.module_name' is not null)`

/** The steps in the row `d` of `drafts`, in their order by `step.key`. */
export const stepsInDraft = sql`json_each(coalesce(d.doc -> '$.steps', ${stepsOfBefore})) step`
/** It is a service's. */
export const isStepInDraft = sql`(step.value ->> '$.module_name' is not null)`
export const kindInDraft = sql<StepKind>`(step.value ->> '$.kind')`
export const stepIdInDraft = sql<string>`(step.value ->> '$.module_name') || '/' ||
  case ${kindInDraft} when 'trigger' then 'triggers' when 'query' then 'queries' else 'actions' end || '/' ||
  (step.value ->> '$.slug')`
