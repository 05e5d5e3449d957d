import { expect, test } from 'vitest'
import type { Me } from '../../../../worker/contract/accounts/me.ts'
import { fulfilled } from '../../fulfilled-promise.ts'
import type { Session } from '../../session/session.ts'
import { htmlOf, me } from '../../../testing/page.fixture.tsx'
import type { OpenUpgrade } from '../store/upgrade-modal-store.ts'
import { UpgradeModal } from './upgrade-modal.tsx'

function modal(user: Partial<Me>, asked: Partial<OpenUpgrade> = {}): string {
  const session = fulfilled<Session>({ kind: 'user', me: me(user), viewer: null })
  const whole: OpenUpgrade = { step: 'queries', plan: 'pro', onEnd: () => expect.fail('nothing ends it'), ...asked }
  return htmlOf(<UpgradeModal asked={whole} session={session} />)
}

test("keeps the form's place until its data is there", () => {
  const html = modal({ tier: 'free', eligible_for_trial: true })
  expect(html).toContain('>Try Pro+ free for 7 days to use queries</h2>')
  expect(html).toContain('Limitless possibilities for small business owners.')
  expect(html).toMatch(/class="upgrade-modal" aria-busy="true"/)
  expect(html).toContain('<div class="options">')
  expect(html).toContain('class="dialog page full"')
  expect(html).not.toContain('<form')
})

test.each<[string, Partial<Me>, string]>([
  ['Stripe', { tier: 'intermediate_pro', subscriptionPaymentType: 'stripe' }, 'Queries need Pro+'],
  ['a store', { tier: 'intermediate_pro', subscriptionPaymentType: 'app_store' }, 'Upgrade with the Switchyard app'],
])('starts with the expected content for users billed by %s', (_, user, title) => {
  const html = modal(user)
  expect(html).toContain(`>${title}</h2>`)
  expect(html).toContain('class="dialog page fitting"')
  expect(html).not.toContain('<div class="options">')
})

test('hides the illustration from screen readers', () => {
  expect(modal({})).toMatch(/<svg class="illustration"[^>]*aria-hidden="true"/)
})
