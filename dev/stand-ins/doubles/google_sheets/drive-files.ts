import { Hono } from 'hono'
import type { DoubleContext } from '../context/double-context.ts'
import { aFile, badRequest, googleState, grantOf, notFound, sharedFile, type SheetFile } from './google-state.ts'

const TYPE = 'application/vnd.google-apps.spreadsheet'

/** Drive's files, as far as `drive.file` shows them. */
export function driveFiles(ctx: DoubleContext): Hono {
  const app = new Hono()
  app.get('/drive/v3/files', (c) => {
    const account = grantOf(ctx, c)?.accountId
    const { q = '', orderBy = '', pageSize = '100' } = c.req.query()
    const matches = readQuery(q)
    if (!matches) return badRequest('Invalid Value')
    const order = ORDERS[orderBy]
    if (!order) return badRequest('Invalid value for orderBy')
    const files = googleState(ctx).files.filter((file) => file.account === account && file.shared && matches(file))
    const shown = files.toSorted(order).slice(0, Number(pageSize))
    return c.json({ files: shown.map(({ id, name }) => ({ id, name })) })
  })
  app.post('/drive/v3/files', async (c) => {
    const account = grantOf(ctx, c)?.accountId ?? ''
    const body: { name?: string; mimeType?: string; appProperties?: Record<string, string> } = await c.req.json()
    if (body.mimeType !== TYPE) return badRequest('The double makes only spreadsheets.')
    const file = {
      ...aFile({ account, name: body.name ?? 'Untitled', shared: true }, ctx.now()),
      appProperties: body.appProperties ?? {},
    }
    googleState(ctx).files.push(file)
    ctx.save()
    return c.json({ id: file.id })
  })
  app.delete('/drive/v3/files/:id', (c) => {
    const file = sharedFile(ctx, grantOf(ctx, c)?.accountId ?? '', c.req.param('id'))
    if (!file) return notFound()
    const state = googleState(ctx)
    state.files = state.files.filter((each) => each !== file)
    ctx.save()
    return c.body(null, 204)
  })
  return app
}

const ORDERS: Record<string, (a: SheetFile, b: SheetFile) => number> = {
  '': () => 0,
  createdTime: (a, b) => a.created - b.created,
  'modifiedTime desc': (a, b) => b.modified - a.modified,
}

type Matches = (file: SheetFile) => boolean

/** The terms of a search that the double knows; null for any other. */
function readQuery(q: string): Matches | null {
  const terms: Matches[] = []
  const rest = q
    .replace(/appProperties has \{ key='([^']*)' and value='([^']*)' \}/, (_, key: string, value: string) => {
      terms.push(({ appProperties }) => appProperties[key] === value)
      return 'true'
    })
    .split(' and ')
  const known = new Set(['', 'true', `mimeType='${TYPE}'`, 'trashed=false'])
  return rest.every((term) => known.has(term)) ? (file) => terms.every((matches) => matches(file)) : null
}
