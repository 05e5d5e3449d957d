import { stepsOfDraft } from '../../../contract/drafts/change-draft.ts'
import { stepIdOf, type StepKind } from '../../../contract/connections/service.ts'
import type { AppletDraft, DraftIngredient, DraftStep } from '../../../contract/drafts/draft.ts'
import type { FilterNames } from '../../../system/runner-api/filter-compiler.ts'
import { numberSteps, serviceName, stepName } from '../../../engine/filter/service-names.ts'
import { findService } from '../../../services/known-services.ts'
import type { Catalog } from './load-draft.ts'
import type { CatalogServiceRow, FieldRow, StepRow } from '../../../db/applets/drafts.ts'

/** A step of a draft with what the catalog has of it. `row` and `service` are null where it is withdrawn. */
export type ResolvedStep = {
  kind: StepKind
  step: DraftStep
  row: StepRow | null
  service: CatalogServiceRow | null
  fields: FieldRow[]
  ingredients: DraftIngredient[]
  /** The names that filter code has for its service, and for the step itself without a number. */
  names: { service: string; step: string }
  /** Its name in filter code: `GitHub.newStarredRepository`, or `Mastodon.post2` for a second one. */
  filter_name: string
}

/** All steps of a draft in the order of their rows. */
export function resolveSteps(doc: AppletDraft, catalog: Catalog): ResolvedStep[] {
  const steps = stepsOfDraft(doc)
  const named = steps.map((step) => ({ kind: step.kind, ...namesOf(step, catalog) }))
  return steps.map((step, index) => {
    const { kind } = step
    const id = stepIdOf(kind, step)
    const found = catalog.services.get(step.module_name)
    const service = found?.published ? found : null
    const row = service && (catalog.steps.get(id) ?? null)
    const names = namesOf(step, catalog)
    const ofKind = named.filter((each) => each.kind === kind)
    const before = named.slice(0, index).filter((each) => each.kind === kind).length
    const filter_name = `${names.service}.${numberSteps(ofKind)[before] ?? names.step}`
    const ingredients = kind === 'action' ? [] : (catalog.ingredients.get(id) ?? [])
    return {
      kind,
      step,
      row,
      service,
      names,
      filter_name,
      fields: row ? (catalog.fields.get(id) ?? []) : [],
      ingredients: ingredients.map(({ slug, name, type, example }) => ({
        name: kind === 'trigger' ? slug : `${filter_name}.${slug}`,
        label: name,
        type,
        example,
        filter_name: `${filter_name}.${slug}`,
      })),
    }
  })
}

/** How filter code calls a step and its service. */
function namesOf({ module_name, slug }: DraftStep, { services }: Catalog): ResolvedStep['names'] {
  const shortName = services.get(module_name)?.short_name ?? module_name
  return { service: findService(module_name)?.identifier ?? serviceName(shortName), step: stepName(slug) }
}

/** The names that a step's texts may use: the trigger's ingredients, and those of the queries before it. */
export function namesBefore(resolved: readonly ResolvedStep[], own: ResolvedStep): string[] {
  if (own.kind === 'trigger') return []
  return resolved.slice(0, resolved.indexOf(own)).flatMap(({ ingredients }) => ingredients.map(({ name }) => name))
}

/** Lists filter code's names; undefined while a step is missing or withdrawn, so that the code is not blamed for it. */
export function filterNames(resolved: readonly ResolvedStep[]): FilterNames | undefined {
  const trigger = resolved.find(({ kind }) => kind === 'trigger')
  if (!trigger || resolved.some(({ row }) => row === null)) return undefined
  const withIngredients = ({ names, ingredients }: ResolvedStep) => ({
    ...names,
    ingredients: ingredients.map(({ filter_name }) => filter_name.slice(filter_name.lastIndexOf('.') + 1)),
  })
  return {
    trigger: withIngredients(trigger),
    queries: resolved.filter(({ kind }) => kind === 'query').map(withIngredients),
    actions: resolved
      .filter(({ kind }) => kind === 'action')
      .map(({ names, fields }) => ({ ...names, fields: fields.map(({ slug }) => slug) })),
  }
}
