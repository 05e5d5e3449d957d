import { expect, test } from 'vitest'
import { HOUR, MINUTE } from '../../contract/shared/durations.ts'
import type { IsLost } from '../../../dev/stand-ins/doubles/testing/open-double.fixture.ts'
import { runningApplet } from '../../../dev/stand-ins/doubles/testing/running-applet.fixture.ts'
import { atGoogle, pickAtGoogle } from '../../../dev/stand-ins/doubles/google_sheets/google-sign-in.fixture.ts'

const TEA = { spreadsheet: '1TeaLogOfAda', new_name: '', sheet: '' }

/** Each new row of the tea log goes into a spreadsheet that the Applet creates. */
async function copying(isLost?: IsLost) {
  return runningApplet({
    module_name: 'google_sheets',
    credentials: async (address) => {
      const { access_token, refresh_token } = await atGoogle(address).signIn()
      await pickAtGoogle(address, access_token, TEA.spreadsheet)
      return { token: access_token, refresh: refresh_token }
    },
    refreshed: async (address, values) => {
      const { access_token } = await atGoogle(address).refresh(values['refresh'] ?? '')
      return { ...values, token: access_token }
    },
    ...(isLost && { isLost }),
    trigger: { slug: 'new_row', fields: TEA },
    action: {
      slug: 'add_row',
      fields: { spreadsheet: 'create', new_name: 'Teas', sheet: '', row: '{{ColumnB}} ||| {{ColumnC}}' },
    },
  })
}

type Applet = Awaited<ReturnType<typeof copying>>

const addRow = ({ press }: Applet, row: string) => press('add_row', { spreadsheet: 'Tea log', row })

/** Lists the rows that the Applet has appended, oldest first. */
function appended({ exchanges }: Applet): string[] {
  return exchanges.flatMap(({ address, body, status }) => {
    if (!address.endsWith(':batchUpdate') || status >= 300) return []
    const [{ appendCells }] = JSON.parse(body).requests
    const cells: { userEnteredValue: { stringValue?: string; numberValue?: number } }[] = appendCells.rows[0].values
    return cells.map(({ userEnteredValue: value }) => value.stringValue ?? value.numberValue).join(' ')
  })
}

test('a new row at Google goes into another spreadsheet, once each', async () => {
  const applet = await copying()
  await applet.pass(6 * MINUTE)
  for (const row of ['Mon, Assam, 1', 'Tue, Ceylon, 2', 'Wed, Assam, 1']) await addRow(applet, row)
  await applet.pass(10 * MINUTE)
  expect(appended(applet)).toEqual(['Assam 1', 'Ceylon 2', 'Assam 1'])
  expect(applet.states()).toEqual(['done', 'done', 'done'])
  expect(applet.page(0)?.steps.at(-1)).toMatchObject({
    url: expect.stringMatching(/^https:\/\/docs.google.com\/spreadsheets\/d\/1[\w-]+\/edit#gid=0$/),
  })
})

test('an Applet goes on after its access token has ended', async () => {
  const applet = await copying()
  await applet.pass(2 * HOUR)
  await addRow(applet, 'Mon, Assam, 1')
  await applet.pass(HOUR)
  expect(appended(applet)).toEqual(['Assam 1'])
})

test('a row whose answer is lost is there once', async () => {
  let lost = 0
  const applet = await copying(({ address }) => address.endsWith(':batchUpdate') && lost++ === 0)
  await applet.pass(6 * MINUTE)
  await addRow(applet, 'Mon, Assam, 1')
  await applet.pass(HOUR)
  expect(appended(applet)).toEqual(['Assam 1'])
  expect(lost).toBe(1)
  expect(applet.states()).toEqual(['done'])
})

test('the tokens of Google are in no run and no log', async () => {
  const applet = await copying()
  const { token = '', refresh = '' } = applet.account.values
  await applet.pass(6 * MINUTE)
  await addRow(applet, `Keep ${token}, and ${refresh}, 1`)
  applet.services.control.addFault('google_sheets', { kind: 'status', status: 403, calls: 3 })
  await applet.pass(2 * HOUR)
  applet.services.control.clearFaults()
  await applet.pass(HOUR)
  expect(applet.runs().length).toBeGreaterThan(0)
  expect(applet.everythingKept()).not.toContain(token)
})
