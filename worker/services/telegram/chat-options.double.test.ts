import { expect, test } from 'vitest'
import { connectKey } from '../../connections/connect-key.ts'
import { storedFieldsOptions } from '../../connections/access/stored-fields-options.ts'
import { step_fields } from '../../db/schema/connections.ts'
import { BOT } from '../../../dev/stand-ins/doubles/telegram/telegram-bot.fixture.ts'
import { productWithDoubles } from '../../../dev/stand-ins/doubles/testing/signed-in.fixture.ts'

test("a form says why a followed bot's chats are not listed", async () => {
  const { services, ctx } = await productWithDoubles()
  await connectKey(ctx, { module_name: 'telegram', values: { token: BOT.token } })
  const body = new URLSearchParams({ url: 'https://other.example/bot' })
  await fetch(`${services.addresses['telegram']}/bot${BOT.token}/setWebhook`, { method: 'POST', body })
  const fields = await ctx.db.select().from(step_fields)
  const field = fields.find(({ step_id, slug }) => step_id.startsWith('telegram/') && slug === 'chat')
  await expect(storedFieldsOptions(ctx, { resolve_url: field?.options_url ?? '' })).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringMatching(/^Your Applets, or another program, .*Type the id/),
    detail: { attribute: 'resolve_url' },
  })
})
