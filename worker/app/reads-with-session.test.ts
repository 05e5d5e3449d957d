import { expect, test } from 'vitest'
import { listSessions } from '../users/accounts/list-sessions.ts'
import { readSignInWays } from '../users/accounts/passkeys/read-sign-in-ways.ts'
import { readAiCreations } from '../ai/creations/read-ai-creations.ts'
import { anAppletFixture } from '../applets/testing/stored-applet.fixture.ts'
import type { Ctx } from '../system/context/context.ts'
import { readMakerKey } from '../engine/hooks/maker-key.ts'
import { readReminders } from '../messages/mail/read-reminders.ts'
import { listSubscriptions } from '../messages/push/list-subscriptions.ts'
import { listSecurityEvents } from '../users/security-events/list-security-events.ts'
import { roundTrips } from '../testing/round-trips.ts'

const READS: Record<string, (ctx: Ctx) => Promise<unknown>> = {
  sessions: listSessions,
  'creations of today': readAiCreations,
  'the maker key': readMakerKey,
  'ways to sign in': readSignInWays,
  'security events': (ctx) => listSecurityEvents(ctx, {}),
  reminders: (ctx) => readReminders(ctx, {}),
  'push subscriptions': listSubscriptions,
}

test.each(Object.entries(READS))('reads %s and its session in one round trip', async (_, read) => {
  const { ctx } = await anAppletFixture()
  expect(await roundTrips(ctx, read)).toBe(1)
})

test.each(Object.entries(READS))('asks a visitor for %s to sign in', async (_, read) => {
  const { base } = await anAppletFixture()
  await expect(read(base)).rejects.toMatchObject({ code: 'not_signed_in' })
  await expect(read({ ...base, sessionHash: 'ended' })).rejects.toMatchObject({ code: 'not_signed_in' })
})
