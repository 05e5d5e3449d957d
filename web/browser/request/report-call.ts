import { report } from '../report/error-report.ts'
import type { FailedCall } from '../report/send-error.ts'
import { unlessLeft } from '../time/unless-left.ts'
import type { RequestError } from './request-error.ts'

/** Browsers end the calls of a page that is being left as if the network had failed. In ms. */
const LEAVING = 2000

type Ports = { report: typeof report; unlessLeft: typeof unlessLeft }

/** Reports a call that was refused, that never reached our Worker, or whose answer cannot be read (§7). */
export function reportCall(error: RequestError, call: FailedCall, ports: Ports = { report, unlessLeft }): void {
  if (error.status >= 400) return ports.report(error, call)
  if (isAborted(error)) return undefined
  return ports.unlessLeft(LEAVING, () => ports.report(error, call))
}

function isAborted({ cause }: RequestError): boolean {
  return cause instanceof Error && cause.name === 'AbortError'
}
