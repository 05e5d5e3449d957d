import { expect, test } from 'vitest'
import { compileFilter } from '../../../worker/engine/filter/check/compile-filter.ts'
import { stepName } from '../../../worker/engine/filter/service-names.ts'
import { checkText } from '../../../worker/contract/ingredients/check-text.ts'
import { STEP_KINDS, STEP_SEGMENTS, type StepKind } from '../../../worker/contract/connections/service.ts'
import {
  identifierOf,
  type ServiceDefinition,
  type StepFile,
} from '../../../worker/services/format/service-definition.ts'
import { serviceDefinitions } from '../../../worker/services/service-registry.ts'
import type { DemoApplet } from './demo-applet.ts'
import { demoApplets } from '../seed-applets.ts'

/** A step with its service's file: "github/triggers/new_star". */
function findStep(id: string) {
  const [module_name, segment, slug = ''] = id.split('/')
  const service = serviceDefinitions().find((each) => each.id === module_name)
  const kind = STEP_KINDS.find((each) => STEP_SEGMENTS[each] === segment)
  const step = service && kind && stepsOf(service, kind).find((each) => each.slug === slug)
  if (!service || !kind || !step) throw new Error(`There is no step ${id}.`)
  const ingredients = 'ingredients' in step ? step.ingredients.map((each) => each.slug) : []
  const fields = (step.fields ?? []).map((each) => each.slug)
  return { id, kind, slug, service: identifierOf(service), ingredients, fields }
}

function stepsOf(service: ServiceDefinition, kind: StepKind): readonly StepFile[] {
  return service[STEP_SEGMENTS[kind]] ?? []
}

/** The steps that one event goes through: a static Applet's, or those of one feature. */
function branchesOf({ steps, configurations }: DemoApplet) {
  const features = configurations?.map(({ slug }) => slug) ?? [undefined]
  return features.map((feature) =>
    steps
      .filter((step) => step.feature === undefined || step.feature === feature)
      .map(({ step, fields = {} }) => ({ ...findStep(step), given: fields })),
  )
}

/** Lists the names for texts of a branch: its trigger's ingredients, and those of queries behind service and query. */
function knownNames(branch: ReturnType<typeof branchesOf>[number]): string[] {
  return branch.flatMap(({ kind, service, slug, ingredients }) => {
    if (kind === 'trigger') return ingredients
    return kind === 'query' ? ingredients.map((name) => `${service}.${stepName(slug)}.${name}`) : []
  })
}

const branches = demoApplets.flatMap((applet) =>
  branchesOf(applet).map((branch, index) => ({
    name: `${applet.friendly_id} ${index + 1}`,
    branch,
    filter_code: applet.filter_code,
  })),
)

test.each(branches)('the texts of $name name only what exists', ({ branch }) => {
  expect(branch.filter(({ kind }) => kind === 'trigger')).toHaveLength(1)
  expect(branch.filter(({ kind }) => kind === 'action').length).toBeGreaterThan(0)
  const known = knownNames(branch)
  for (const { id, given, fields } of branch) {
    expect([id, Object.keys(given).filter((slug) => !fields.includes(slug))]).toEqual([id, []])
    for (const text of Object.values(given)) expect([text, checkText(text, known)]).toEqual([text, null])
  }
})

test.each(branches.filter(({ filter_code }) => filter_code))(
  'the filter code of $name names only what exists',
  async ({ branch, filter_code }) => {
    const named = branch.map(({ service, slug, ...step }) => ({ ...step, service, step: stepName(slug) }))
    const [trigger] = named
    if (!trigger || !filter_code) throw new Error('An Applet has a trigger.')
    const queries = named.filter(({ kind }) => kind === 'query')
    const actions = named.filter(({ kind }) => kind === 'action')
    expect(await compileFilter(filter_code, { trigger, queries, actions })).toMatchObject({ ok: true })
  },
)
