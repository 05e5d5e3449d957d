import { expect, test } from 'vitest'
import type { StepKind } from '../../../worker/contract/connections/service.ts'
import { appletIdeas } from './applet-ideas.ts'

const step = (module_name: string, kind: StepKind, slug: string) => {
  return { module_name, kind, slug, name: slug, description: '', phrase: null }
}
const words = (module_name: string, steps: ReturnType<typeof step>[]) =>
  appletIdeas(module_name, steps).map(({ trigger, action }) => `${trigger.slug} > ${action.slug}`)

test('triggers and actions go with steps that need no account', () => {
  const steps = [
    step('acme', 'trigger', 'new_parcel'),
    step('acme', 'trigger', 'lost_parcel'),
    step('acme', 'query', 'parcels'),
    step('acme', 'action', 'open_box'),
  ]
  expect(words('acme', steps)).toEqual(['new_parcel > send', 'lost_parcel > send_me', 'every_day > open_box'])
  expect(appletIdeas('acme', steps)[0]?.path).toBe(
    '/create?trigger=acme%2Ftriggers%2Fnew_parcel&action=notifications%2Factions%2Fsend',
  )
})

test('a service of ours is not paired with itself', () => {
  expect(words('email', [step('email', 'trigger', 'mail_received'), step('email', 'trigger', 'other')])).toEqual([
    'mail_received > send',
    'other > send',
  ])
})
