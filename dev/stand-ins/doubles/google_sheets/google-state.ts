import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import type { Grant } from '../../oauth/oauth-state.ts'
import { bearerOf, findAccess } from '../../oauth/oauth-tokens.ts'
import type { DoubleContext } from '../context/double-context.ts'

export type Cell = string | number
export type Sheet = {
  id: number
  title: string
  rows: Cell[][]
  metadata: { metadataId: number; metadataKey: string; metadataValue: string }[]
}
/** `shared`: the app has made it, or its user has picked it; with `drive.file` it sees no other. */
export type SheetFile = {
  id: string
  account: string
  name: string
  created: number
  modified: number
  shared: boolean
  appProperties: Record<string, string>
  sheets: Sheet[]
}
type GoogleState = { files: SheetFile[] }

export const GOOGLE_ACCOUNTS = {
  '108177234501234567890': 'ada@gmail.example',
  '110248495921238986420': 'work@gmail.example',
}
export const ADA = '108177234501234567890'

export function googleState(ctx: DoubleContext): GoogleState {
  return ctx.state(() => ({
    files: [
      aFile({ id: '1TeaLogOfAda', account: ADA, name: 'Tea log', rows: [['Date', 'Tea', 'Cups']] }, ctx.now()),
      aFile({ id: '1BudgetOfAda', account: ADA, name: 'Budget', rows: [['Rent', 900]] }, ctx.now()),
    ],
  }))
}

type NewFile = Pick<SheetFile, 'account' | 'name'> & { id?: string; rows?: Cell[][]; shared?: boolean }

export function aFile(
  { id = `1${randomBytes(16).toString('base64url')}`, account, name, rows = [], shared = false }: NewFile,
  now: number,
): SheetFile {
  const sheets = [{ id: 0, title: 'Sheet1', rows, metadata: [] }]
  return { id, account, name, created: now, modified: now, shared, appProperties: {}, sheets }
}

/** The grant that the request's token belongs to. */
export function grantOf(ctx: DoubleContext, c: Context): Grant | undefined {
  return grantOfToken(ctx, bearerOf(c.req.header('authorization')))
}

export function grantOfToken(ctx: DoubleContext, token: string | undefined): Grant | undefined {
  return findAccess(ctx.oauth, ctx.module_name, token)?.grant
}

/** A file that the app may see; for any other Google says that there is none. */
export function sharedFile(ctx: DoubleContext, account: string, id: string | undefined): SheetFile | undefined {
  return googleState(ctx).files.find((file) => file.id === id && file.account === account && file.shared)
}

export function refuseAsGoogleApi(code: number): Response {
  return googleError(code, STATUSES[code] ?? 'UNAVAILABLE', 'The service is currently unavailable.')
}

const STATUSES: Record<number, string> = { 401: 'UNAUTHENTICATED', 403: 'PERMISSION_DENIED', 404: 'NOT_FOUND' }

export function googleError(code: number, status: string, message: string): Response {
  return Response.json({ error: { code, message, status } }, { status: code })
}

export const notFound = () => googleError(404, 'NOT_FOUND', 'Requested entity was not found.')
export const badRequest = (message: string) => googleError(400, 'INVALID_ARGUMENT', message)
