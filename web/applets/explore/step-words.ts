import { STEP_SEGMENTS, type CatalogStep, type StepKind } from '../../../worker/contract/connections/service.ts'

/** Name and purpose of each kind of step. */
export const STEP_WORDS: Record<StepKind, { one: string; plural: string; does: string }> = {
  trigger: { one: 'Trigger', plural: 'Triggers', does: 'What can start an Applet.' },
  query: { one: 'Query', plural: 'Queries', does: 'What an Applet can look up first.' },
  action: { one: 'Action', plural: 'Actions', does: 'What an Applet can do.' },
}

/** /{service}/triggers/{slug}, /queries/ or /actions/ (§2.2). */
export function stepPath({ module_name, kind, slug }: Pick<CatalogStep, 'module_name' | 'kind' | 'slug'>): string {
  return `/${module_name}/${STEP_SEGMENTS[kind]}/${encodeURIComponent(slug)}`
}
