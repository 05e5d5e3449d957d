import type { DatabaseSync } from 'node:sqlite'
import type { AppletDocument, ServiceStep } from '../../../worker/contract/applets/applet-document.ts'
import type { StepKind } from '../../../worker/contract/connections/service.ts'

type StepRow = { id: string; module_name: string; kind: StepKind; slug: string; name: string; needs_account: number }
type Recipe = { trigger: StepRow; action: StepRow }

/** Half of all Applets have a trigger of this service. */
const COMMON_SERVICE = 'bluesky'
/** The number of recipes with the common service, and of all others, at least as many as triggers. */
export const RECIPES = { common: 12, others: 96 } as const

/**
 * The pairs of a trigger and an action that filled Applets are made of, in the temporary table `recipes`: first those
 * with the common service, then those of all others.
 */
export function writeRecipes(database: DatabaseSync): void {
  database.exec(`create temp table recipes (
    recipe integer primary key, name text not null, trigger_step text not null, action_step text not null,
    doc text not null)`)
  const insert = database.prepare('insert into recipes values (?, ?, ?, ?, ?)')
  recipes(database).forEach(({ trigger, action }, n) => {
    const [first, second] = [fieldsOf(database, trigger), fieldsOf(database, action)]
    const doc = JSON.stringify(versionOf([toStep(trigger, 0, first), toStep(action, 1, second)]))
    const name = `${trigger.name} to ${action.name.toLowerCase()}`
    insert.run(n, name, trigger.id, action.id, doc)
  })
}

function recipes(database: DatabaseSync): Recipe[] {
  const triggers = stepsOf(database, 'trigger')
  const actions = stepsOf(database, 'action')
  const isCommon = ({ module_name }: StepRow) => module_name === COMMON_SERVICE
  const common = triggers.filter(isCommon)
  const usual = triggers.filter((step) => !isCommon(step))
  const usualActions = actions.filter((step) => !isCommon(step))
  const pair = (from: StepRow[], n: number): Recipe => ({
    trigger: at(from, n),
    action: at(usualActions, 7 * n + Math.floor(n / usualActions.length)),
  })
  return [
    ...Array.from({ length: RECIPES.common }, (_, n) => pair(common, n)),
    ...Array.from({ length: RECIPES.others }, (_, n) => pair(usual, n)),
  ]
}

function stepsOf(database: DatabaseSync, kind: StepKind): StepRow[] {
  const rows = database
    .prepare(
      `select s.id, s.module_name, s.kind, s.slug, s.name, v.connect_kind <> 'none' as needs_account
       from service_steps s join services v on v.module_name = s.module_name where s.kind = ? order by s.id`,
    )
    .all(kind)
  // The columns are those of the statement above.
  return rows as StepRow[]
}

/** Values for the required fields, as an author fixes them. */
function fieldsOf(database: DatabaseSync, { id }: StepRow): Record<string, string> {
  const rows = database.prepare('select slug, label from step_fields where step_id = ? and required').all(id)
  return Object.fromEntries(rows.map(({ slug, label }) => [String(slug), `${String(label)} of the author`]))
}

function toStep(
  { kind, module_name, slug, needs_account }: StepRow,
  id: number,
  fields: Record<string, string>,
): ServiceStep {
  const step = { id, kind, module_name, slug, needs_account: needs_account === 1 }
  return { ...step, account_slot: 0, feature: null, fields, user_fields: {} }
}

function versionOf(steps: ServiceStep[]): AppletDocument {
  return { features: [], steps, plan: null }
}

function at(steps: StepRow[], n: number): StepRow {
  const step = steps[n % steps.length]
  if (!step) throw new Error('The catalog lacks a step that filled Applets need.')
  return step
}
