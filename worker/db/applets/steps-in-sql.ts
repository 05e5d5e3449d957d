import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { StepKind } from '../../contract/connections/service.ts'

/** The steps of an Applet's document, each as `step.value`, in their order by `step.key`. */
export function stepsOfDocument(doc: SQLWrapper): SQL {
  return sql`json_each(${doc}, '$.steps') step`
}

/** The steps of a draft that was stored before they were one list: a trigger, queries and actions, without their kind. */
const stepsOfBefore = sql`(select json_group_array(json_set(old.value, '$.kind',
    case old.path when '$.queries' then 'query' when '$.actions' then 'action' else 'trigger' end))
  from json_tree(d.doc) old
  where old.type = 'object' and old.key <> 'fields' and old.value ->> '$.module_name' is not null)`

/** The steps in the row `d` of `drafts`, likewise. */
export const stepsInDraft = sql`json_each(coalesce(d.doc -> '$.steps', ${stepsOfBefore})) step`

/** The step is a service's. */
export const isOfService = sql`(step.value ->> '$.module_name' is not null)`
/** A machine chose it, and nobody has looked at it yet. */
export const isStepGuessed = sql`coalesce(step.value ->> '$.guessed', 0)`
export const stepModule = sql<string>`(step.value ->> '$.module_name')`
export const stepKind = sql<StepKind>`(step.value ->> '$.kind')`
export const stepSlot = sql<number>`(step.value ->> '$.account_slot')`
/** Its id in the catalog, as `stepIdOf` of the contract makes it. */
export const stepId = sql<string>`${stepModule} || '/' ||
  case ${stepKind} when 'trigger' then 'triggers' when 'query' then 'queries' else 'actions' end || '/' ||
  (step.value ->> '$.slug')`
