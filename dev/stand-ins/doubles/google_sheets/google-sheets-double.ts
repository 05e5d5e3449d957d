import { Hono } from 'hono'
import { signInRoutes } from '../../oauth/authorization-server.ts'
import { controlPage } from '../context/control-page.ts'
import type { DoubleContext } from '../context/double-context.ts'
import { readRange, writeCells } from './cell-range.ts'
import { driveFiles } from './drive-files.ts'
import { DRIVE_FILE, GOOGLE_SIGN_IN } from './google-oauth.ts'
import { googleError, googleState, grantOf, refuseAsGoogleApi, type SheetFile } from './google-state.ts'
import { pickerRoutes } from './picker.ts'
import { sheetRoutes } from './sheet-routes.ts'

const HINT =
  'A stand-in for Google’s sign-in, Drive, Sheets and Picker. An app sees the files that it made or that were picked.'

/** Google, as far as spreadsheets go: one address for all its hosts, with the paths of each. */
export function googleSheetsRoutes(ctx: DoubleContext): Hono {
  const app = new Hono()
  app.get('/', () => controlPage(ctx, { title: 'Google Sheets', hint: HINT, buttons: BUTTONS }))
  const named = (name: string): SheetFile | undefined => googleState(ctx).files.findLast((each) => each.name === name)
  app.post('/control/add_row', async (c) => {
    const { spreadsheet = '', row = '' } = await c.req.parseBody<Record<string, string>>()
    const file = named(spreadsheet)
    if (!file) return c.text('There is no such spreadsheet', 404)
    file.sheets[0]?.rows.push(row.split(',').map((cell) => cell.trim()))
    ctx.save()
    return c.redirect(ctx.address)
  })
  app.post('/control/set_cell', async (c) => {
    const { spreadsheet = '', cell = '', value = '' } = await c.req.parseBody<Record<string, string>>()
    const file = named(spreadsheet)
    const range = file && readRange(file, cell)
    if (!range) return c.text('There is no such cell', 404)
    writeCells(range, [[value]])
    ctx.save()
    return c.redirect(ctx.address)
  })
  app.route('/', signInRoutes({ ctx: ctx.oauth, address: ctx.address, settings: GOOGLE_SIGN_IN }))
  app.route('/', pickerRoutes(ctx))
  app.use(async (c, next) => {
    const grant = grantOf(ctx, c)
    if (!grant) return refuseAsGoogleApi(401)
    if (!grant.scopes.includes(DRIVE_FILE))
      return googleError(403, 'PERMISSION_DENIED', 'Request had insufficient authentication scopes.')
    return next()
  })
  app.route('/', driveFiles(ctx))
  app.route('/', sheetRoutes(ctx))
  return app
}

const BUTTONS = [
  { slug: 'add_row', label: 'Add a row', fields: { spreadsheet: 'Tea log', row: '2026-03-02, Assam, 2' } },
  { slug: 'set_cell', label: 'Set a cell', fields: { spreadsheet: 'Tea log', cell: 'C2', value: '3' } },
]
