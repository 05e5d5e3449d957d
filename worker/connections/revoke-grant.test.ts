import { expect, test } from 'vitest'
import { pastedText } from '../runner-api/account-io.ts'
import { listenToLog } from '../testing/logged-lines.ts'
import { aService } from '../testing/rows.ts'
import { testCtx } from '../testing/test-ctx.ts'
import { findService } from './find-service.ts'
import { revokeGrant } from './revoke-grant.ts'

const TOKEN = '123456789:AAFtokenOfABot_0123456789'

async function disconnecting(answer: () => Response) {
  const asked: string[] = []
  const ctx = await testCtx({
    fetch: async (address) => {
      asked.push(String(address))
      return answer()
    },
  })
  await aService(ctx.db, { module_name: 'telegram', connect_kind: 'key' })
  await revokeGrant(ctx, await findService(ctx, 'telegram'), async () => pastedText({ token: TOKEN }))
  return asked
}

// §D49-22
test('a bot that is disconnected sends nothing more', async () => {
  const asked = await disconnecting(() => Response.json({ ok: true, result: true }))
  expect(asked).toEqual([`https://api.telegram.org/bot${TOKEN}/deleteWebhook`])
})

// §D49-06
test('a failure to end it is logged without the token', async () => {
  const logged = listenToLog()
  await disconnecting(() => Response.json({ ok: false, description: `bot${TOKEN} is away` }, { status: 500 }))
  expect(logged('revocation_failed')).toMatchObject([{ module_name: 'telegram', message: 'server' }])
  expect(JSON.stringify(logged('revocation_failed'))).not.toContain('AAFtoken')
})
