import { expect, test } from 'vitest'
import { appletIdeas } from '../../web/applets/explore/applet-ideas.ts'
import type { StepKind } from '../../worker/contract/connections/service.ts'
import { ownServiceFile } from '../../worker/services/service-registry.ts'

const step = (kind: StepKind, slug: string) => ({
  module_name: 'acme',
  kind,
  slug,
  name: slug,
  description: '',
  phrase: null,
})

test('the steps that ideas name are in the catalog', () => {
  const steps = ['a', 'b', 'c'].flatMap((slug) => [step('trigger', slug), step('action', slug)])
  const named = appletIdeas('acme', steps).flatMap(({ trigger, action }) => [trigger, action])
  const ours = named.filter(({ module_name }) => module_name !== 'acme')
  expect(ours).toHaveLength(6)
  for (const { module_name, kind, slug, name, phrase } of ours) {
    const file = ownServiceFile(module_name)
    const known = kind === 'trigger' ? file?.triggers : file?.actions
    expect(known?.find((each) => each.slug === slug)).toMatchObject({ name, phrase })
  }
})
