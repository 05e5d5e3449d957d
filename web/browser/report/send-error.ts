import type { ErrorReport } from '../../../worker/contract/error-reports/error-report-input.ts'
import { ERRORS_PATH, MESSAGE_LENGTH, STACK_LENGTH } from '../../../worker/contract/error-reports/errors-path.ts'
import { REQUESTED_WITH } from '../../../worker/contract/shared/requested-with.ts'
import { whenOnline } from '../observe/when-online.ts'
import { whenVisible } from '../observe/when-visible.ts'

/** Its module's name, its build, and what the server said of it. */
export type ReportedPage = { page: string; build: string; site: { request_id?: string } }

/** `status`: 0 without an answer. `request_id`: of the answer; null without one, or for one that is not our Worker's. */
export type FailedCall = { method: string; path: string; status: number; request_id: string | null }

/** A page that fails once may fail on each press. */
const MOST_A_PAGE = 10
const sent = new Set<string>()
/** Reports that have not reached our Worker: where a call failed, its report may fail too. */
const waiting: string[] = []

/** Sends an error of our own scripts to our Worker, each once, even while the page is left. Those of calls are sent with their call. */
export function sendError(error: unknown, page: ReportedPage): void {
  if (!(error instanceof Error) || error.name === 'RequestError') return
  const { message, stack = '' } = error
  // Extensions run their scripts in our pages too.
  if (!stack.includes(`${location.origin}/`)) return
  send(stack, page, { message, stack: stack.slice(0, STACK_LENGTH), request_id: page.site.request_id ?? null })
}

/** Whether the server understood the call and said no, which is nobody's fault. */
export function isRefused({ status }: FailedCall): boolean {
  return status >= 400 && status < 500
}

/**
 * Sends that a call failed, with no more of its address than names nobody, and nothing of its bodies. Refusals of one kind
 * count once, so that they leave room for errors.
 */
export function sendFailedCall(call: FailedCall, page: ReportedPage): void {
  const { method, path, status, request_id } = call
  const place = (path.split('?')[0] ?? '').split('/', 3).join('/')
  const message = `${method} ${place} ${status === 0 ? 'got no answer' : `was answered with ${status}`}`
  const known = request_id !== null && /^[0-9a-f]{16}$/.test(request_id) ? request_id : null
  const said = { message, stack: null, request_id: known }
  if (isRefused(call)) send(message, page, { ...said, refused: true })
  else send(`${message} ${known}`, page, said)
}

type Said = Pick<ErrorReport, 'message' | 'stack' | 'request_id' | 'refused'>

function send(mark: string, { page, build }: ReportedPage, { message, ...rest }: Said): void {
  if (sent.has(mark) || sent.size >= MOST_A_PAGE) return
  sent.add(mark)
  const said: ErrorReport = { message: message.slice(0, MESSAGE_LENGTH), page, release: build, ...rest }
  waiting.push(JSON.stringify(said))
  if (sent.size === 1) sendAgainLater()
  sendWaiting()
}

function sendWaiting(): void {
  for (const body of waiting.splice(0)) void deliver(body)
}

/** It waits on, unless our Worker has it or refuses it. A captive portal answers 200. */
async function deliver(body: string): Promise<void> {
  const headers = { ...REQUESTED_WITH, 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body, keepalive: true } as const
  const status = await fetch(ERRORS_PATH, { ...init, redirect: 'manual' }).then(
    (answer) => answer.status,
    () => 0,
  )
  if (status !== 204 && status < 400) waiting.push(body)
}

/** The network is back, or the user is, who may have signed in to it elsewhere. */
function sendAgainLater(): void {
  whenOnline(sendWaiting)
  whenVisible(sendWaiting)
}
