import { expect, test } from 'vitest'
import { aConnectedAccount, aService, aUser } from '../../testing/rows.ts'
import { accountOwner, encryptToken } from '../../system/secrets/token-encryption.ts'
import { testCtx } from '../../testing/test-ctx.ts'
import { pickPath } from '../../services/google_sheets/picker-settings.ts'
import { openFilePicker, readFilePicker } from './open-file-picker.ts'

const PICKER = { GOOGLE_PICKER_KEY: 'AIzaSyAKeyOfGoogle012345', GOOGLE_PICKER_APP_ID: '123456789012' }
const OPTIONS = 'https://sheets.googleapis.com/v4/spreadsheets'

/** A user with an account at Google, which answers with this status. */
async function anAccountAtGoogle(settings: Partial<typeof PICKER> = PICKER, status = 200) {
  const asked: string[] = []
  const base = await testCtx({
    settings,
    fetch: async (address, init) => {
      asked.push(`${String(address)} ${new Headers(init?.headers).get('authorization')}`)
      return Response.json({ sub: '1', email: 'ada@gmail.example' }, { status })
    },
  })
  await aService(base.db, { module_name: 'google_sheets' })
  const user = await aUser(base.db)
  const ctx = await base.as(user)
  const whose = { user_id: user.id, module_name: 'google_sheets', account_id: '1' }
  const access_token = await encryptToken(ctx.settings.TOKEN_KEYS, accountOwner(whose), 'ya29.token')
  const account = await aConnectedAccount(base.db, user, 'google_sheets', { account_id: '1', access_token })
  return { base, ctx, account, asked }
}

test("the Picker's page is told whose files are picked", async () => {
  const { ctx, account } = await anAccountAtGoogle()
  expect(await readFilePicker(ctx, undefined)).toEqual({
    account: { id: account.id, account_name: account.account_name },
    script: 'https://apis.google.com/js/api.js',
    frame_origin: 'https://docs.google.com',
    developer_key: PICKER.GOOGLE_PICKER_KEY,
    app_id: PICKER.GOOGLE_PICKER_APP_ID,
  })
})

test('the Picker gets an access token that Google has just accepted', async () => {
  const { ctx, account, asked } = await anAccountAtGoogle()
  expect(await openFilePicker(ctx, account.id)).toEqual({ access_token: 'ya29.token' })
  expect(asked).toEqual(['https://openidconnect.googleapis.com/v1/userinfo Bearer ya29.token'])
})

test('a token that Google no longer accepts asks to connect again', async () => {
  const { ctx, account } = await anAccountAtGoogle(PICKER, 401)
  await expect(openFilePicker(ctx, account.id)).rejects.toMatchObject({ code: 'connection_broken' })
})

test("another user's account is never opened", async () => {
  const { base, account, asked } = await anAccountAtGoogle()
  const other = await base.as(await aUser(base.db))
  await expect(openFilePicker(other, account.id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(openFilePicker(other, undefined)).rejects.toMatchObject({ code: 'services_not_connected' })
  expect(asked).toEqual([])
})

test.each([{}, { GOOGLE_PICKER_KEY: PICKER.GOOGLE_PICKER_KEY }])(
  'without %o nothing can be picked',
  async (settings) => {
    const { ctx, account } = await anAccountAtGoogle(settings)
    await expect(readFilePicker(ctx, account.id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(openFilePicker(ctx, account.id)).rejects.toMatchObject({ code: 'not_found' })
    expect(pickPath(ctx.settings, OPTIONS, undefined)).toBeNull()
  },
)

test('only the field of a spreadsheet leads to the Picker', async () => {
  const { ctx } = await anAccountAtGoogle()
  expect(pickPath(ctx.settings, OPTIONS, 'con_1')).toBe('/settings/connections/google_sheets/pick?account=con_1')
  expect(pickPath(ctx.settings, 'https://api.notion.com/v1/search#pages', 'con_1')).toBeNull()
})
